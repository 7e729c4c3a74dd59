// What this browser keeps from one visit to the next; a browser that keeps nothing is fine, too.

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Not kept: the next visit begins as the first one.
  }
}
