// Which page an address is, and going from one to another without loading anew.

import { PAGES } from './wire';

/** A page and what its address names; `page` is a folder and file under src, without `.svelte`. */
export interface Place {
  readonly page: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly hash: string;
}

/** Tell what an address is; `page` is empty where nothing is there. */
export function placeOf(address: URL): Place {
  const asked = parts(address.pathname);
  for (const [pattern, page] of PAGES) {
    const params = match(parts(pattern), asked);
    if (params) return { page, params, query: address.searchParams, hash: address.hash };
  }
  return { page: '', params: {}, query: address.searchParams, hash: address.hash };
}

function parts(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

function match(pattern: readonly string[], asked: readonly string[]): Record<string, string> | null {
  if (pattern.length !== asked.length) return null;
  const params: Record<string, string> = {};
  for (const [index, want] of pattern.entries()) {
    const got = asked[index] ?? '';
    if (want.startsWith(':')) {
      try {
        params[want.slice(1)] = decodeURIComponent(got);
      } catch {
        return null;
      }
    } else if (want !== got) return null;
  }
  return params;
}

class Router {
  place = $state.raw<Place>({ page: '', params: {}, query: new URLSearchParams(), hash: '' });

  /** Follow the address bar and every plain click on a link of ours; returns what stops it. */
  start(): () => void {
    const follow = () => (this.place = placeOf(new URL(location.href)));
    follow();
    window.addEventListener('popstate', follow);
    document.addEventListener('click', onClick);
    return () => {
      window.removeEventListener('popstate', follow);
      document.removeEventListener('click', onClick);
    };
  }

  go(path: string, how: 'push' | 'replace' = 'push'): void {
    const address = new URL(path, location.href);
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    const before = this.place.page;
    this.place = placeOf(address);
    if (before !== this.place.page) window.scrollTo(0, 0);
  }
}

export const router = new Router();

/** Go to a page of ours. */
export const go = (path: string): void => router.go(path);

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  const here = link.pathname === location.pathname && link.search === location.search;
  if (here && link.hash) return; // a jump inside the page is the browser's own
  event.preventDefault();
  router.go(link.href);
}
