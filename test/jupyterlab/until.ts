import { setTimeout as pause } from 'node:timers/promises';

/** A step takes a second or two; a busy machine gets time. */
export const limitMillis = 60_000;

/** Asks until the answer is yes; says what it waited for when that takes too long. */
export async function until(answer: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + limitMillis;
  while (!(await answer())) {
    if (Date.now() > deadline) throw new Error(`Waited ${limitMillis / 1000} s for ${what}.`);
    await pause(50);
  }
}
