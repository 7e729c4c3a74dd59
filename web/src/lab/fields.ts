// Numbers that a panel of the lab lets you set, and the questions that they make.

export interface NumberField {
  readonly key: string;
  readonly label: string;
  readonly value: number | null;
  readonly most: number;
  readonly least?: number;
  readonly step?: number;
  /** shown where nothing is set; given: it may be left empty */
  readonly none?: string;
  readonly set: (to: number | null) => void;
}

/** A shift of a table, or of several days: dollars, seats, rounds an hour, hours. */
export interface Shift {
  readonly ante: number;
  readonly seats: number;
  readonly pace: number;
  readonly hours: number;
}
export const roundsOf = (shift: Shift): number => Math.max(1, Math.round(shift.hours * shift.pace));

/** What somebody has set for the meters: dollars and percent, by meter; null is as filed. */
export interface MeterPlan {
  readonly seed: Readonly<Record<string, number>>;
  readonly rate: Readonly<Record<string, number>>;
}
export const NO_PLAN: MeterPlan = { seed: {}, rate: {} };

/** The plan with one number changed; null takes it out. */
export function withMeter(plan: MeterPlan, key: keyof MeterPlan, meter: string, to: number | null): MeterPlan {
  const { [meter]: _, ...rest } = plan[key];
  return { ...plan, [key]: to === null ? rest : { ...rest, [meter]: to } };
}

/** A question to the lab; empty texts and objects are left out. */
export function askedOf(path: string, query: Readonly<Record<string, string | number | object>>): string {
  const asked = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    if (text !== '' && text !== '{}') asked.set(key, text);
  }
  return `/api/lab/${path}?${asked}`;
}

/** The command that asks the same server again: for figures that no command line has. */
export const curlOf = (path: string): string => `curl '${new URL(path, location.href).href.replaceAll("'", '%27')}'`;
