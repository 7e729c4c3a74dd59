// Whether a variant can be opened as a table of one's own, and how; if not, why, in one sentence.
import type { LabFigures, LabPlaces, RuleSetCard } from '../lib/wire';
import { listed } from '../lib/words';
import { changes, type Draft, isEdited, placeOf, tablesOf } from './variant';

export interface Opening {
  /** options of the new table; null: it cannot be opened */
  readonly options: Readonly<Record<string, string>> | null;
  /** rules of the lab that the table plays by, as JSON; empty: the place's own */
  readonly variant: string;
  /** why it cannot be opened, or what is special about it; empty: nothing */
  readonly note: string;
}
export interface ChosenSide {
  readonly wager: string;
  readonly table: string;
  /** with other odds for some lines */
  readonly edited: boolean;
}

/** What a table by this variant would need. */
export function openingOf(
  places: LabPlaces,
  variant: Draft,
  card: RuleSetCard | undefined,
  side: ChosenSide,
  found: LabFigures | null,
): Opening {
  const place = placeOf(places, variant);
  if (!place) return closed('This place has no tables here.');
  if (side.edited) return closed(`No table can play a side bet with these lines: ${place.title} does not have it.`);
  if (found?.exact && found.ev.decimal > 0)
    return closed('With the best play the house would lose here, so no table can be opened by it.');
  const offered = (key: string, value: string): boolean =>
    card?.choices.some((choice) => choice.key === key && choice.values.includes(value)) ?? false;
  const options: Record<string, string> = {};
  if (side.table && offered(side.wager, side.table)) options[side.wager] = side.table;
  if (isEdited(variant)) return { options, variant: JSON.stringify(variant), note: marked(places, variant) };
  if (variant.blind && offered('blind', variant.blind)) options['blind'] = variant.blind;
  return { options, variant: '', note: '' };
}

const closed = (note: string): Opening => ({ options: null, variant: '', note });

/** Why such a table is one of the lab: "Maryland files Blind A or B only: flush at 2 to 1 is neither." */
function marked(places: LabPlaces, variant: Draft): string {
  const place = placeOf(places, variant);
  const blinds = place ? tablesOf(place, 'blind').map((table) => table.name) : [];
  const files = blinds.length > 1 ? `Blind ${listed(blinds, 'or')} only` : 'its one game only';
  const first = changes(variant)[0] ?? 'this change';
  return `${place?.title ?? ''} files ${files}: ${first} is not among its choices. A table by it says that it is the lab’s.`;
}
