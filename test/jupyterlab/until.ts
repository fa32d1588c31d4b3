import { setTimeout as pause } from 'node:timers/promises';

/** Timeout in milliseconds. A step takes one or two seconds, but longer on a busy machine. */
export const limitMillis = 60_000;

/** Polls until the condition is true. Throws an error that names the condition on timeout. */
export async function until(answer: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + limitMillis;
  while (!(await answer())) {
    if (Date.now() > deadline) throw new Error(`Waited ${limitMillis / 1000} s for ${what}.`);
    await pause(50);
  }
}
