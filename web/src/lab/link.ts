// A link to the lab: every variant that is compared, and the side bet, out of an address and back.
import { type Draft, tidy, VARIANTS_MAX } from './variant';

export interface LabLink {
  /** the first is edited, the others stand beside it */
  readonly variants: readonly Draft[];
  /** the side bet that is shown, and its paytable; empty: the first */
  readonly side: string;
  readonly table: string;
  /** other odds for lines of that paytable */
  readonly pays: Readonly<Record<string, string>>;
  /** a side bet of one's own, as TOML; a long one is in no address */
  readonly own: string;
}
export interface LabRead {
  readonly link: LabLink;
  /** what is wrong with the link, in one line; empty: nothing */
  readonly wrong: string;
}

const TEXT_MAX = 2_000; // as the server takes them
const OWN_MAX = 1_000; // of an address, which has 2,000 in all
const USUAL: Draft = { rules: 'maryland' };
const EXAMPLE = '{"rules":"maryland","pays":{"flush":"2 to 1"}}';

export const NO_LINK: LabLink = { variants: [USUAL], side: 'trips', table: '', pays: {}, own: '' };

/** Read the query of a link; a variant that cannot be read is left out, and said. */
export function readLink(query: URLSearchParams): LabRead {
  const texts = query.getAll('v');
  const faults: string[] = [];
  if (texts.length > VARIANTS_MAX)
    faults.push(`The link has ${texts.length} variants; ${VARIANTS_MAX} fit side by side.`);
  const variants = texts.slice(0, VARIANTS_MAX).flatMap((text) => {
    const found = objectIn(text);
    if (found === null) faults.push(`A variant of the link cannot be read; write v=${EXAMPLE}.`);
    return found === null ? [] : [tidy({ ...found, rules: String(found['rules'] ?? USUAL.rules) })];
  });
  const pays = objectIn(query.get('pays') ?? '{}');
  if (pays === null) faults.push('The side bet’s lines cannot be read; write pays={"flush":"8 to 1"}.');
  const link: LabLink = {
    variants: variants.length > 0 ? variants : NO_LINK.variants,
    side: query.get('side') ?? NO_LINK.side,
    table: query.get('table') ?? '',
    pays: Object.fromEntries(Object.entries(pays ?? {}).map(([hand, odds]) => [hand, String(odds)])),
    own: query.get('own') ?? '',
  };
  return { link, wrong: faults[0] ?? '' };
}

function objectIn(text: string): Record<string, unknown> | null {
  if (text.length > TEXT_MAX) return null;
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null && !Array.isArray(found)
      ? (found as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The address of what is shown: only what differs from the usual stands in it. */
export function linkOf(link: LabLink): string {
  const query = new URLSearchParams();
  const plain = link.variants.length === 1 && JSON.stringify(link.variants[0]) === JSON.stringify(USUAL);
  if (!plain) for (const variant of link.variants) query.append('v', JSON.stringify(variant));
  if (link.side !== NO_LINK.side) query.set('side', link.side);
  if (link.table) query.set('table', link.table);
  if (Object.keys(link.pays).length > 0) query.set('pays', JSON.stringify(link.pays));
  if (link.own && encodeURIComponent(link.own).length <= OWN_MAX) query.set('own', link.own);
  return query.size === 0 ? '/lab' : `/lab?${query}`;
}

/** The question to the server about a variant. */
export const questionOf = (kind: 'bound' | 'exact', variant: Draft): string =>
  `/api/lab/${kind}?variant=${encodeURIComponent(JSON.stringify(variant))}`;

/** The question about a side bet's paytable. */
export function sideQuestion(
  rules: string,
  side: string,
  table: string,
  pays: Readonly<Record<string, string>>,
): string {
  const asked = new URLSearchParams({ rules, wager: side, table });
  if (Object.keys(pays).length > 0) asked.set('pays', JSON.stringify(pays));
  return `/api/lab/sidebet?${asked}`;
}
