// What somebody wants to do with seat and chips, while its dialog is open.

export type Wanted = { readonly what: 'sit'; readonly seat: number } | { readonly what: 'buy' | 'cash' | 'leave' };
