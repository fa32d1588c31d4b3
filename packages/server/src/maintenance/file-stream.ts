import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a new file. After a failure, returns when the file is closed: a file that is still being opened would
 * otherwise appear after the caller has removed it.
 */
export async function writeFileFrom(
  source: AsyncIterable<string | Uint8Array>,
  path: string,
  signal: AbortSignal,
  mode = 0o666,
): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode });
  const closed = once(file, 'close').catch(() => {});
  try {
    await pipeline(source, file, { signal });
  } finally {
    await closed;
  }
}
