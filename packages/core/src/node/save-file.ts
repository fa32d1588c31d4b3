import type { FileHandle } from 'node:fs/promises';
import { checkArgument, text } from '../client/argument.ts';
import { type FetchFile, type ResumedDownload, resumedDownload } from '../client/resumed-download.ts';
import { atomicWrite } from './atomic-write.ts';

/** Options for saving a file. */
export interface SavingFile extends ResumedDownload {
  /** Whether an existing file may be replaced. */
  readonly overwrite: boolean;
}

/**
 * Downloads a file, which appears when it is complete. An interrupted or stalled download is resumed. Passes file
 * system errors on, such as `EEXIST` when the file exists and `overwrite` is false.
 */
export async function saveFile(path: string, fetchFile: FetchFile, saving: SavingFile): Promise<void> {
  checkArgument(saving.operation, 'outputPath', text, path);
  await atomicWrite(path, saving.overwrite, async (handle) => {
    let size = 0;
    for await (const { offset, bytes } of resumedDownload(fetchFile, saving)) {
      // The download restarts at an earlier offset.
      if (offset < size) await handle.truncate(offset);
      await writeAll(handle, bytes, offset);
      size = offset + bytes.byteLength;
    }
    await handle.sync();
  });
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < chunk.byteLength; ) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.byteLength - written, position + written);
    written += bytesWritten;
  }
}
