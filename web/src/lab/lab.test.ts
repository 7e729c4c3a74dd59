import { describe, expect, it } from 'vitest';
import type { LabFigures, LabPlaces, NetResult } from '../lib/wire';
import { barParts, bars, fixed, oneIn, plus, copies } from './figures';
import { choices, mapOf, moved, type Hands } from './hands';
import { linkOf, NO_LINK, readLink } from './link';
import { NO_PLAN, askedOf, withMeter } from './fields';
import { openingOf } from './opening';
import { seenWords, strategyRows } from './barRows';
import { fan, niceAbove, shortDollars } from './fan';
import {
  changes,
  commandOf,
  type Draft,
  isEdited,
  linesOf,
  tidy,
  variantName,
  withFloor,
  withMultiples,
  withPay,
  withRule,
} from './variant';

const LADDER = [
  'royal-flush',
  'straight-flush',
  'four-of-a-kind',
  'full-house',
  'flush',
  'straight',
  'three-of-a-kind',
];
const PAYS = ['500 to 1', '50 to 1', '10 to 1', '3 to 1', '3 to 2', '1 to 1'];
const lines = (count: number) =>
  PAYS.slice(0, count).map((pays, i) => ({ hand: LADDER[i] ?? '', pays, is_odds: true }));
const PLACES: LabPlaces = {
  places: [
    {
      name: 'maryland',
      title: 'Maryland',
      edition: 1,
      multiples: { deal: [3, 4], flop: [2], river: [1] },
      qualifies: 'pair',
      paytables: [
        { wager: 'blind', name: 'A', usual: true, lines: lines(6) },
        { wager: 'blind', name: 'B', usual: false, lines: lines(5) },
      ],
    },
  ],
  hands: [...LADDER, 'none'],
  below: ['push', 'lose', 'even'],
  unqualified: ['push'],
  ties: ['push'],
};
const USUAL: Draft = { rules: 'maryland' };
const place = PLACES.places[0];

describe('a variant', () => {
  it('keeps an edited line, and forgets one that is as in its table', () => {
    const edited = withPay(PLACES, USUAL, 'flush', { num: '2', den: '1' });
    expect(edited.pays).toEqual({ flush: '2 to 1' });
    expect(linesOf(PLACES, edited).find((line) => line.hand === 'flush')).toMatchObject({ edited: true });
    expect(variantName(PLACES, edited)).toBe('Maryland A, flush at 2 to 1');
    expect(withPay(PLACES, edited, 'flush', { num: '3', den: '2' })).toEqual(USUAL);
  });
  it('goes down to a lower floor at 1 to 1, and up without a gap', () => {
    const lower = withFloor(PLACES, USUAL, 'three-of-a-kind');
    expect(lower).toEqual({ rules: 'maryland', pays: { 'three-of-a-kind': '1 to 1' } });
    expect(linesOf(PLACES, lower)).toHaveLength(7);
    const higher = withFloor(PLACES, USUAL, 'flush');
    expect(higher).toEqual({ rules: 'maryland', floor: 'flush' });
    expect(linesOf(PLACES, higher)).toHaveLength(5);
    expect(withFloor(PLACES, lower, 'straight')).toEqual(USUAL);
  });
  it('reads multiples as people write them', () => {
    if (!place) throw new Error('no place');
    expect(withMultiples(place, USUAL, 'deal', '4x')).toEqual({ rules: 'maryland', deal: [4] });
    expect(withMultiples(place, USUAL, 'deal', '4, 3')).toEqual(USUAL);
    expect(withMultiples(place, USUAL, 'flop', '')).toEqual({ rules: 'maryland', flop: [] });
    expect(withMultiples(place, USUAL, 'flop', '0')).toBeNull();
    expect(withMultiples(place, USUAL, 'flop', 'two')).toBeNull();
  });
  it('is the command that works it out', () => {
    const variant: Draft = {
      rules: 'maryland',
      blind: 'B',
      pays: { flush: '2 to 1' },
      deal: [4],
      flop: [],
      ties: 'lose',
    };
    expect(commandOf(variant)).toBe(
      'pitboss lab edge --rules maryland --blind B --pay flush=2:1 --multiples 4 --flop-multiples none --ties lose --json',
    );
    expect(isEdited({ rules: 'maryland', blind: 'B' })).toBe(false);
    expect(changes(withRule(USUAL, 'ties', 'lose'))).toEqual(['ties: lose']);
  });
});

describe('a link', () => {
  it('is read as it was written', () => {
    const link = {
      variants: [tidy({ rules: 'maryland', pays: { flush: '2 to 1' } }), USUAL],
      side: 'trips',
      table: 'C',
      pays: { flush: '8 to 1' },
      own: '[[lines]]\nown = "flush"',
    };
    const read = readLink(new URL(linkOf(link), 'http://x').searchParams);
    expect(read).toEqual({ link, wrong: '' });
    expect(linkOf(NO_LINK)).toBe('/lab');
  });
  it('says in one line what is wrong, and shows the rest', () => {
    const read = readLink(new URLSearchParams('v={&v={"rules":"california"}'));
    expect(read.link.variants).toEqual([{ rules: 'california' }]);
    expect(read.wrong).toContain('cannot be read; write v=');
    const seven = new URLSearchParams(Array.from({ length: 7 }, () => ['v', '{}']));
    expect(readLink(seven).wrong).toContain('7 variants; 6 fit');
  });
});

describe('a table of one’s own', () => {
  const side = { wager: 'trips', table: 'C', edited: false };
  const choice = { key: 'blind', label: '', usual: 'A', values: ['A', 'B'] };
  const card = { choices: [choice, { ...choice, key: 'trips', values: ['A', 'C'] }] } as never;
  it('has choices of the place, or says that it is one of the lab', () => {
    const own = openingOf(PLACES, { rules: 'maryland', blind: 'B' }, card, side, null);
    expect(own).toEqual({ options: { blind: 'B', trips: 'C' }, variant: '', note: '' });
    const variant = withPay(PLACES, USUAL, 'flush', { num: '2', den: '1' });
    const edited = openingOf(PLACES, variant, card, side, null);
    expect(edited).toMatchObject({ options: { trips: 'C' }, variant: JSON.stringify(variant) });
    expect(edited.note).toContain('Maryland files Blind A or B only: flush at 2 to 1');
  });
  it('is not opened where the house would lose, or with lines of a side bet that nobody has', () => {
    const loses = { exact: true, ev: { fraction: '1/9', decimal: 0.1 } } as LabFigures;
    expect(openingOf(PLACES, USUAL, card, side, loses)).toMatchObject({ options: null });
    expect(openingOf(PLACES, USUAL, card, { ...side, edited: true }, null).note).toContain('these lines');
  });
});

describe('figures', () => {
  it('are printed with a true minus, and exactly over all deals', () => {
    expect([fixed(-1.2864, 3), plus(0.5, 2), fixed(-0.0001, 2)]).toEqual(['\u22121.286', '+0.50', '0.00']);
    const edge = { fraction: '2315813067/257535278000', decimal: 0.00899 };
    expect(barParts(edge, 27_813_810_024_000)).toEqual(['250,107,811,236', '27,813,810,024,000']);
    expect(barParts({ fraction: '-1/3', decimal: -0.33 }, 4)).toEqual(['\u22121', '3']);
    expect(oneIn(38.9)).toMatch(/^1.in.39$/);
  });
  it('fall into bars that hold every result', () => {
    const result = (net: number, part: number): NetResult => ({
      net: { fraction: '', decimal: net },
      deals: 1,
      probability: { fraction: '', decimal: part },
    });
    const found = bars([result(-6, 0.5), result(0, 0.2), result(3.5, 0.2), result(505, 0.1)]);
    expect(found.reduce((sum, bar) => sum + bar.part, 0)).toBeCloseTo(1);
    expect(found.at(-1)).toMatchObject({ label: '9+', part: 0.1 });
  });
});

describe('the map', () => {
  const hand = (bet: number, check: number): Hands[string] => ({
    '4x': { fraction: '', decimal: bet },
    check: { fraction: '', decimal: check },
    best: bet > check ? '4x' : 'check',
  });
  const hands: Hands = { AA: hand(3.6, 3), AKs: hand(1, 2) };
  it('shows value, gain and change, and where play changes', () => {
    expect(choices(hands, 'AKs')).toEqual([
      ['check', 2],
      ['4x', 1],
    ]);
    expect(mapOf(hands, null, 'gain')[0]?.[0]?.value).toBeCloseTo(0.6);
    expect(mapOf(hands, null, 'value')[0]?.[0]).toMatchObject({ bets: true, sides: 'r', heat: 1 });
    const other = { ...hands, AKs: hand(3, 2) };
    expect(moved(other, hands)).toBe(1);
    expect(mapOf(other, hands, 'change')[0]?.[1]?.value).toBe(1);
  });
});

describe('a figure', () => {
  it('copies as a number, a fraction, CSV and a command, each that it has', () => {
    const exact = { decimal: 0.5, fraction: '1/2' };
    expect(copies('House edge, A', exact, 'pitboss')).toEqual([
      ['Number', '0.5'],
      ['Exact fraction', '1/2'],
      ['CSV', 'figure,number,fraction\n"House edge, A",0.5,1/2'],
      ['Command', 'pitboss'],
    ]);
    expect(copies('Ruin', { decimal: 0.1 }, '').map(([kind]) => kind)).toEqual(['Number', 'CSV', 'Command']);
    expect(copies('All', 'a,b', 'x')).toEqual([
      ['CSV', 'a,b'],
      ['Command', 'x'],
    ]);
  });
});

describe('the plots', () => {
  const session = {
    ...{ ante: 1000, bankroll: 40_000, rounds: 10, need: 6000, mean: 39_000, ahead: 0.4, ruined: 0.03, precision: 0 },
    parts: [0.05, 0.25, 0.5, 0.75, 0.95],
    fan: [{ round: 10, quantiles: [0, 20_000, 40_000, 60_000, 80_000], ruined: 0.03 }],
  };
  it('begin a session at the bankroll and end at its quantiles', () => {
    const drawn = fan(session, 136, 116);
    expect(drawn.median).toBe('M36.0 53.0L132.0 53.0');
    expect(drawn.start).toBe(53);
    expect(drawn.outer.endsWith('Z')).toBe(true);
    expect(drawn.lines.map((line) => line.label)).toEqual(['$0', '$200', '$400', '$600', '$800']);
    expect(drawn.ruinMost).toBe(4);
  });
  it('have round ends', () => {
    expect([3, 0.31, 7, 100].map(niceAbove)).toEqual([4, 0.4, 8, 100]);
    expect([950, 25_000, 2_500_000].map(shortDollars)).toEqual(['$950', '$25k', '$2.5m']);
  });
  it('name seen cards, and put the cheapest strategy first', () => {
    expect(seenWords('dealer1,flop1')).toBe('one card of the dealer and one card of the flop');
    const one = (name: string, cost: number) => ({
      ...{ name, title: name, why: '' },
      cost: { fraction: '', decimal: cost },
      house_edge: { fraction: '', decimal: cost + 0.02 },
    });
    const rows = strategyRows([one('b', 0.1), one('a', 0), { ...one('c', 0), cost: null }], '');
    expect(rows.map((row) => row.name)).toEqual(['a', 'b, costs 10.000 %']);
  });
  it('take a meter’s seed out again where none is set', () => {
    const plan = withMeter(NO_PLAN, 'seed', 'main', 20_000);
    expect(askedOf('meters', { meters: plan })).toContain('20000');
    expect(withMeter(plan, 'seed', 'main', null)).toEqual(NO_PLAN);
  });
});
