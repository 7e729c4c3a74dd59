// What the forms of the account page check before they ask; the server has the last word.

export const NAME_MIN = 2;
export const NAME_MAX = 24;
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;

export const NAME_HINT = 'Use 2 to 24 letters, digits, spaces, dots, hyphens, underscores or apostrophes.';
export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters. Several words are best.`;

/** What is wrong with a name, or "". */
export function nameFault(name: string): string {
  const length = [...name.trim()].length;
  if (length < NAME_MIN) return `A name needs at least ${NAME_MIN} characters.`;
  if (length > NAME_MAX) return `A name can have at most ${NAME_MAX} characters.`;
  return '';
}

/** What is wrong with a new password and its repetition, or "". */
export function passwordFault(password: string, again: string): string {
  if (password.length < PASSWORD_MIN) return `A password needs at least ${PASSWORD_MIN} characters.`;
  if (password.length > PASSWORD_MAX) return `A password can have at most ${PASSWORD_MAX} characters.`;
  return password === again ? '' : 'The two passwords are not the same.';
}

const ROLES: Record<string, string> = {
  player: 'Player',
  floor: 'Floor: runs the tables',
  auditor: 'Auditor: checks every round',
  teacher: 'Teacher: keeps classes of the dealer school',
  administrator: 'Administrator: everything, and gives staff their roles',
};

export function roleWords(role: string): string {
  return ROLES[role] ?? role;
}

/** A day and a time as this browser writes them. */
export function moment(at: number | null): string {
  return at === null ? 'never' : new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
