// What has been written to an exercise and not been sent: a reload loses nothing of it.

const KEY = 'pitboss.school.draft';
export type Written = Readonly<Record<string, string>>;

/** Read what was kept for this exercise of this lesson; anything else is left out. */
export function readDraft(text: string | null, lesson: string, number: number): Written {
  try {
    const kept = JSON.parse(text ?? 'null') as { lesson?: unknown; number?: unknown; answers?: unknown } | null;
    if (kept?.lesson !== lesson || kept.number !== number || typeof kept.answers !== 'object') return {};
    const pairs = Object.entries(kept.answers ?? {}).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(pairs) as Written;
  } catch {
    return {};
  }
}

export function draftOf(lesson: string, number: number): Written {
  try {
    return readDraft(sessionStorage.getItem(KEY), lesson, number);
  } catch {
    return {}; // a browser that keeps nothing
  }
}

export function keepDraft(lesson: string, number: number, answers: Written): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ lesson, number, answers }));
  } catch {
    // Then a reload begins the exercise again.
  }
}
