import { setTimeout as pause } from 'node:timers/promises';

/** Timeout in milliseconds. A step takes one or two seconds, but longer on a busy machine. */
export const limitMillis = 60_000;

/** Shortest and longest pause between two checks of a condition, in milliseconds. */
const pauseMillis = { least: 50, most: 500 };

/**
 * Polls until the condition is true, less often the longer it takes: a check in a page costs CPU time. Throws an error
 * that names the condition on timeout.
 */
export async function until(answer: () => Promise<boolean>, what: string): Promise<void> {
  const start = Date.now();
  while (!(await answer())) {
    const passed = Date.now() - start;
    if (passed > limitMillis) throw new Error(`Waited ${limitMillis / 1000} s for ${what}.`);
    await pause(Math.min(Math.max(passed / 10, pauseMillis.least), pauseMillis.most));
  }
}
