// Short ticks for those who want them: made here, no file, off unless chosen.
import { settings } from '../lib/settings.svelte';

const TONES = {
  card: { hz: 880, ms: 28, gain: 0.03 },
  chip: { hz: 1560, ms: 34, gain: 0.035 },
  turn: { hz: 620, ms: 110, gain: 0.05 },
} as const;

let context: AudioContext | null = null;

export function tick(kind: keyof typeof TONES): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const { hz, ms, gain } = TONES[kind];
  const [tone, level] = [context.createOscillator(), context.createGain()];
  const end = context.currentTime + ms / 1000;
  tone.type = 'triangle';
  tone.frequency.value = hz;
  level.gain.setValueAtTime(gain, context.currentTime);
  level.gain.exponentialRampToValueAtTime(0.0001, end);
  tone.connect(level).connect(context.destination);
  tone.start();
  tone.stop(end);
}
