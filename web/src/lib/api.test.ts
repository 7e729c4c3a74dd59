// Requests: who is turned away as a stranger is introduced once, and asks again once.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, keepCsrf, onStranger, post } from './api';

const turned = (status: number, reason: string): Response =>
  new Response(JSON.stringify({ title: reason, status, reason, detail: reason }), { status });
const fine = (): Response => new Response(JSON.stringify({ ok: true }), { status: 200 });

describe('a stranger', () => {
  const asked = vi.fn<typeof fetch>();
  const introduced = vi.fn(async () => keepCsrf('new'));

  beforeEach(() => {
    vi.stubGlobal('fetch', asked);
    keepCsrf('old');
    onStranger(introduced);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    asked.mockReset();
    introduced.mockClear();
  });

  it.each([
    [401, 'no-identity'],
    [403, 'csrf'],
  ])('is introduced and asks again after %i %s', async (status, reason) => {
    asked.mockResolvedValueOnce(turned(status, reason)).mockResolvedValueOnce(fine());

    expect(await post('/api/tables')).toEqual({ ok: true });
    expect(introduced).toHaveBeenCalledTimes(1);
    const words = asked.mock.calls.map(([, init]) => (init?.headers as Record<string, string>)['x-csrf']);
    expect(words).toEqual(['old', 'new']);
  });

  it('asks no third time', async () => {
    asked.mockImplementation(async () => turned(403, 'csrf'));

    await expect(post('/api/tables')).rejects.toBeInstanceOf(ApiError);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is left alone where the answer is another no', async () => {
    asked.mockImplementation(async () => turned(403, 'role'));

    await expect(post('/api/tables')).rejects.toBeInstanceOf(ApiError);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(introduced).not.toHaveBeenCalled();
  });
});
