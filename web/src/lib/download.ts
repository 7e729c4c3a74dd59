// Files that the page has in hand, saved by the browser under a name.

const REVOKE_MS = 1_000; // the browser has begun to save it by then

/** Save a file under this name. */
export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
}
