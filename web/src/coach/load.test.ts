import { afterEach, describe, expect, it, vi } from 'vitest';
import { askUntilThere } from './load';

const answer = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });

afterEach(() => vi.unstubAllGlobals());

describe('asking for prices', () => {
  it('asks again while it is being compiled, and says why', async () => {
    const busy = { title: 'x', status: 503, reason: 'busy', detail: '64 questions are waiting', clauses: [] };
    const fetched = vi
      .fn()
      .mockResolvedValueOnce(answer(200, { waiting: 'being compiled: first use' }))
      .mockResolvedValueOnce(answer(503, busy))
      .mockResolvedValueOnce(answer(200, { seat: 1, waiting: '' }));
    vi.stubGlobal('fetch', fetched);
    const said: string[] = [];

    const found = await new Promise((resolve) => {
      askUntilThere<{ waiting: string }>('/x', { found: resolve, waits: (text) => said.push(text), fails: resolve }, 1);
    });

    expect(found).toEqual({ seat: 1, waiting: '' });
    expect(said).toEqual(['Being compiled: first use.', '64 questions are waiting.']);
  });

  it('gives up where the server says no, and is silent once it is ended', async () => {
    const no = { title: 'x', status: 404, reason: 'no-such-round', detail: 'there is no round 9', clauses: [] };
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(answer(404, no)));

    const failed = await new Promise((resolve) => {
      askUntilThere<{ waiting: string }>('/x', { found: resolve, waits: resolve, fails: resolve }, 1);
    });
    const told = vi.fn();
    askUntilThere<{ waiting: string }>('/x', { found: told, waits: told, fails: told }, 1)();
    await new Promise((resolve) => setTimeout(resolve, 5));

    expect(failed).toBe('There is no round 9.');
    expect(told).not.toHaveBeenCalled();
  });
});
