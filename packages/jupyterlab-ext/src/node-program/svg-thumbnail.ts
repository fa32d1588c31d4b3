import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Longest time in milliseconds for one image. */
const imageMillis = 3000;

/** Time in milliseconds that is left for the SVG images of an output. */
export interface SvgTime {
  millis: number;
}

/** Thread that draws one image after the other. */
let worker: Worker | null = null;

/**
 * Draws an SVG as a thumbnail; null for one that cannot be drawn in the time that is left. The images of an output are
 * drawn one after the other: a second call must wait for the first.
 */
export async function svgThumbnail(svg: string, time: SvgTime): Promise<Uint8Array | null> {
  if (time.millis <= 0) return null;
  const start = performance.now();
  const current = worker ?? startedWorker();
  worker = current;
  current.ref();
  try {
    const signal = AbortSignal.timeout(Math.ceil(Math.min(imageMillis, time.millis)));
    const drawn = once(current, 'message', { signal });
    current.postMessage(svg);
    const [png] = (await drawn) as [Uint8Array | null];
    return png;
  } catch {
    worker = null;
    await current.terminate();
    return null;
  } finally {
    current.unref();
    time.millis -= performance.now() - start;
  }
}

function startedWorker(): Worker {
  // The build writes it next to the bundled program.
  const started = new Worker(new URL('./svg-worker.mjs', import.meta.url));
  // An error is an image that is not drawn.
  started.on('error', () => {});
  return started;
}
