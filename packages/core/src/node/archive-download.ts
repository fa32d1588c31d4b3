import { rm } from 'node:fs/promises';
import { inMadeFolder } from './made-folder.ts';
import { placeWithin } from './place-within.ts';
import { type FetchFile, type SavingFile, saveFile } from './save-file.ts';
import { unzip } from './unzip.ts';

/** How an archive is saved. */
export interface ArchiveDownload extends SavingFile {
  readonly outputPath: string;
  /** The archive's own name, where it is kept as it is; null unpacks it. */
  readonly keptAs: string | null;
}

/** Downloads an archive into a folder: as a file of its own, or unpacked, and then nothing of the archive itself stays. */
export async function downloadArchive(fetchFile: FetchFile, download: ArchiveDownload): Promise<void> {
  const { operation, outputPath, keptAs, overwrite } = download;
  const archive = await placeWithin(outputPath, keptAs ?? `.${crypto.randomUUID()}.zip`, operation);
  await inMadeFolder(outputPath, async () => {
    try {
      await saveFile(archive, fetchFile, download);
      if (keptAs === null) await unzip(archive, outputPath, { operation, overwrite });
    } finally {
      if (keptAs === null) await rm(archive, { force: true });
    }
  });
}
