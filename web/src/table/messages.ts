// What the floor says to the table, while it is news.
import type { Line, View } from '../lib/wire';

const NEWS_MS = 180_000; // a message outlives its hand by a little, and no more

/** Messages of this hand or of the last minutes, the oldest first. */
export function recent(view: View | null): readonly Line[] {
  if (!view) return [];
  return view.messages.filter((line) => line.round >= view.hand.round || view.at - line.at < NEWS_MS);
}
