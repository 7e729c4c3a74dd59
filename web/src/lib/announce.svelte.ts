// Sentences for the live regions: each once, in order, never two at the same moment.

const APART_MS = 250; // shorter, and some screen readers drop the first of two
const WAITING_MAX = 40;

class Announcer {
  polite = $state('');
  urgent = $state('');
  #waiting: string[] = [];
  #busy = false;

  /** Say a sentence when the ones before it are said. */
  say(sentence: string): void {
    if (sentence === '') return;
    this.#waiting.push(sentence);
    if (this.#waiting.length > WAITING_MAX) this.#waiting.shift();
    if (!this.#busy) this.#next();
  }

  /** Say at once, over everything else: time running out, the table stopped. */
  alert(sentence: string): void {
    this.urgent = '';
    setTimeout(() => (this.urgent = sentence), 20);
  }

  #next(): void {
    const sentence = this.#waiting.shift();
    if (sentence === undefined) {
      this.#busy = false;
      return;
    }
    this.#busy = true;
    // The same words twice are told apart by a blank that nobody hears.
    this.polite = sentence === this.polite ? `${sentence}\u00a0` : sentence;
    setTimeout(() => this.#next(), APART_MS);
  }
}

export const announcer = new Announcer();
export const say = (sentence: string): void => announcer.say(sentence);
export const alertNow = (sentence: string): void => announcer.alert(sentence);
