// Holds back a press that was meant for the control that stood in the same place a moment ago.

export const GUARD_MS = 400;

export class Guard {
  /** Whether the controls that stand there now are too new to be pressed. */
  closed = $state(false);
  #until = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Other controls have appeared: they act only after a while. */
  close(): void {
    clearTimeout(this.#timer);
    this.closed = true;
    this.#until = performance.now() + GUARD_MS;
    this.#timer = setTimeout(() => (this.closed = false), GUARD_MS);
  }

  /** Whether a press counts; `at` is its event's time stamp, since a busy page may hear of it late. */
  lets(at: number): boolean {
    return !this.closed && at >= this.#until;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
