// What the forms of the account page check before they ask; the server has the last word.

export const NAME_MIN = 2;
export const NAME_MAX = 24;
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;

/** What is wrong with a name, or "". */
export function nameFault(name: string): string {
  const length = [...name.trim()].length;
  if (length < NAME_MIN) return `A name has at least ${NAME_MIN} letters.`;
  if (length > NAME_MAX) return `A name has at most ${NAME_MAX} letters.`;
  return '';
}

/** What is wrong with a new password and its repetition, or "". */
export function passwordFault(password: string, again: string): string {
  if (password.length < PASSWORD_MIN) return `A password has at least ${PASSWORD_MIN} characters.`;
  if (password.length > PASSWORD_MAX) return `A password has at most ${PASSWORD_MAX} characters.`;
  return password === again ? '' : 'The two passwords are not the same.';
}

const ROLES: Record<string, string> = {
  player: 'Player: sits down and plays',
  floor: 'Floor: watches and runs the tables',
  auditor: 'Auditor: reads every round and its evidence',
  administrator: 'Administrator: all of it, and gives roles',
};

export function roleWords(role: string): string {
  return ROLES[role] ?? role;
}

/** A day and a time as this browser writes them. */
export function moment(at: number | null): string {
  return at === null ? 'never' : new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
