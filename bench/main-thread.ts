import type { Page } from 'playwright-core';

/** Main thread of a page. */
export interface MainThread {
  /** Returns its CPU time so far, which other processes do not change. */
  cpuMillis(): Promise<number>;
  /** Ends the measurement. */
  close(): Promise<void>;
}

/** Starts to measure the main thread of a page. */
export async function mainThread(page: Page): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    async cpuMillis() {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
    },
    close: () => session.detach(),
  };
}
