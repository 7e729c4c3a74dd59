// Requests to the server: JSON both ways, and one kind of error for everything it refuses.
import type { Problem } from './wire';

/** What the server said against a request; `reason` is a word for programs, `detail` a line for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly detail: string;
  readonly clauses: readonly string[];

  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.name = 'ApiError';
    this.status = problem.status;
    this.reason = problem.reason;
    this.detail = problem.detail || problem.title;
    this.clauses = problem.clauses ?? [];
  }
}

let csrf = '';
let introduce: (() => Promise<unknown>) | null = null;

/** Say how to become somebody again: another tab may have got another identity, or the first answer was lost. */
export function onStranger(load: () => Promise<unknown>): void {
  introduce = load;
}

/** Keep the word that goes with every change; it comes with /api/me. */
export function keepCsrf(word: string): void {
  csrf = word;
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => call<T>('GET', path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('POST', path, body);
export const put = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('PUT', path, body);
export const patch = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('PATCH', path, body);
export const del = <T>(path: string): Promise<T> => call<T>('DELETE', path);

/** Get a file: its bytes as they are. */
export const getFile = async (path: string, signal?: AbortSignal): Promise<Blob> =>
  (await answered('GET', path, undefined, signal)).blob();

async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await answered(method, path, body, signal);
  if (response.status === 204) return undefined as T; // the caller asked for nothing
  return (await response.json()) as T;
}

async function answered(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  try {
    return await once(method, path, body, signal);
  } catch (error) {
    const stranger = error instanceof ApiError && (error.reason === 'no-identity' || error.reason === 'csrf');
    if (!stranger || introduce === null || path === '/api/me') throw error;
    await introduce();
    return once(method, path, body, signal); // nothing was done the first time: it was turned away at the door
  }
}

async function once(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (method !== 'GET') headers['x-csrf'] = csrf;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(
      problem(0, 'no-connection', 'The server does not answer. Look at your connection and try again.'),
    );
  }
  if (!response.ok) throw new ApiError(await problemOf(response));
  return response;
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const found = (await response.json()) as Partial<Problem>;
    if (typeof found.title === 'string' || typeof found.detail === 'string') {
      return { ...problem(response.status, '', ''), ...found };
    }
  } catch {
    // Not one of our documents: a proxy, perhaps.
  }
  return problem(response.status, 'unknown', `The server answered with ${response.status}.`);
}

function problem(status: number, reason: string, detail: string): Problem {
  return { type: 'about:blank', title: detail, status, detail, reason, clauses: [] };
}

/** Say an error in one line, whatever it is. */
export function inWords(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  if (text === '') return 'Something went wrong.';
  const whole = text.slice(0, 1).toUpperCase() + text.slice(1); // the server's lines have no capital and no full stop
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
