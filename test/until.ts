import { setTimeout as pause } from 'node:timers/promises';

/** Default timeout in milliseconds. A step takes one or two seconds, but longer on a busy machine. */
export const limitMillis = 60_000;

/** Shortest and longest pause between two checks of a condition, in milliseconds. */
const pauseMillis = { shortest: 50, longest: 500 };

/**
 * Polls until the condition is true, less often the longer it takes: a check in a page costs CPU time. Throws an error
 * that names the condition on timeout.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string),
  timeoutMillis = limitMillis,
): Promise<void> {
  const start = Date.now();
  while (!(await condition())) {
    const passed = Date.now() - start;
    if (passed > timeoutMillis) {
      throw new Error(`Waited ${timeoutMillis / 1000} s for ${typeof what === 'string' ? what : what()}.`);
    }
    await pause(Math.min(Math.max(passed / 10, pauseMillis.shortest), pauseMillis.longest));
  }
}
