import { describe, expect, it } from 'vitest';
import { fromHex, toHex, utf8 } from './bytes';
import { hmacSha256, sha256 } from './sha256';

const hex = (text: string): Uint8Array => fromHex(text) ?? new Uint8Array();
const ofText = (text: string): string => toHex(sha256(utf8(text)));

/** Bytes that look like chance and are the same in every run. */
function some(length: number, start: number): Uint8Array<ArrayBuffer> {
  let word = start + 1;
  return Uint8Array.from({ length }, () => (word = (word * 1103515245 + 12345) & 0x7fffffff) >>> 16);
}

describe('SHA-256', () => {
  it('gives the digests of FIPS 180', () => {
    expect(ofText('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(ofText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(ofText('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
    expect(ofText('a'.repeat(1_000_000))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
  });

  it('agrees with the platform at every length around the blocks', async () => {
    for (let length = 0; length <= 200; length++) {
      const message = some(length, length);
      const platform = new Uint8Array(await crypto.subtle.digest('SHA-256', message));
      expect(toHex(sha256(message))).toBe(toHex(platform));
    }
  });
});

describe('HMAC-SHA-256', () => {
  it('gives the codes of RFC 4231', () => {
    expect(toHex(hmacSha256(hex('0b'.repeat(20)), utf8('Hi There')))).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
    expect(toHex(hmacSha256(utf8('Jefe'), utf8('what do ya want for nothing?')))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    const long = utf8('Test Using Larger Than Block-Size Key - Hash Key First');
    expect(toHex(hmacSha256(hex('aa'.repeat(131)), long))).toBe(
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    );
  });

  it('agrees with the platform for keys and messages of many lengths', async () => {
    for (const size of [1, 31, 32, 33, 63, 64, 65, 100]) {
      const key = some(size, size);
      const held = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      for (const length of [0, 1, 55, 56, 64, 119, 300]) {
        const message = some(length, size + length);
        const platform = new Uint8Array(await crypto.subtle.sign('HMAC', held, message));
        expect(toHex(hmacSha256(key, message))).toBe(toHex(platform));
      }
    }
  });
});
