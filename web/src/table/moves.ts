// How cards and chips move: short, once, and not at all for those who want no motion.
import { cubicOut, cubicInOut, cubicIn } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { settings } from '../lib/settings.svelte';

const PACE = { normal: 1, fast: 0.4, instant: 0 } as const;
export const HALF_TURN_MS = 160; // a card's back goes, and as long again its face comes
export const APART_MS = 60; // between two cards

/** A time at the speed that the player has chosen. */
export const paced = (ms: number): number => ms * PACE[settings.speed];

/** A card comes from the shoe. */
export function arrive(_node: Element, { index = 0 }: { index?: number } = {}): TransitionConfig {
  return {
    duration: paced(240),
    delay: paced(APART_MS * index),
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${u * 60}px, ${u * -56}px) rotate(${u * 7}deg); opacity: ${Math.min(1, t * 4)}`,
  };
}

/** Chips that are paid come from the tray. */
export function pay(_node: Element): TransitionConfig {
  return {
    duration: paced(320),
    easing: cubicInOut,
    css: (t, u) => `transform: translateY(${u * -64}px); opacity: ${Math.min(1, t * 4)}`,
  };
}

/** Chips that are bet come from the player. */
export function bet(_node: Element): TransitionConfig {
  return {
    duration: paced(180),
    easing: cubicOut,
    css: (t, u) => `transform: translateY(${u * 24}px); opacity: ${Math.min(1, t * 3)}`,
  };
}

/** Chips that are lost go to the tray. */
export function collect(_node: Element): TransitionConfig {
  return {
    duration: paced(260),
    easing: cubicIn,
    css: (t, u) => `transform: translateY(${u * -64}px) scale(${0.92 + 0.08 * t}); opacity: ${t}`,
  };
}
