import { setTimeout } from 'node:timers/promises';

/** Error codes on Windows for a file that another program, such as a virus scanner, has open briefly. */
const busy: ReadonlySet<string | undefined> = new Set(['EPERM', 'EBUSY', 'EACCES']);
const pausesMillis = [10, 20, 50, 100, 200, 400, 800];

/** Renames or removes a file. On Windows, retries with increasing pauses while another program has it open. */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  {
    platform = process.platform,
    pause = setTimeout,
  }: { platform?: NodeJS.Platform; pause?: (millis: number) => Promise<unknown> } = {},
): Promise<T> {
  for (const millis of platform === 'win32' ? pausesMillis : []) {
    try {
      return await work();
    } catch (error) {
      if (!busy.has((error as NodeJS.ErrnoException).code)) throw error;
      await pause(millis);
    }
  }
  return await work();
}
