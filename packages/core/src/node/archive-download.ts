import { rm } from 'node:fs/promises';
import type { FetchFile } from '../client/resumed-download.ts';
import { retryWhileBusy } from './busy-file.ts';
import { withEnsuredFolder } from './ensured-folder.ts';
import { pathsInside } from './resolve-inside.ts';
import { type SavingFile, saveFile } from './save-file.ts';
import { unzip } from './unzip.ts';

/** Options for downloading an archive. */
export interface ArchiveDownload extends SavingFile {
  readonly outputPath: string;
  /** File name under which the archive itself is saved, or null to unpack it. */
  readonly archiveName: string | null;
  /** Called for each file that is saved under another name. */
  readonly warn: (message: string) => void;
}

/** Downloads an archive into a folder. Either saves the archive as a file, or unpacks it and deletes the archive. */
export async function downloadArchive(fetchFile: FetchFile, download: ArchiveDownload): Promise<void> {
  const { operation, outputPath, archiveName, overwrite, warn } = download;
  const name = archiveName ?? `.${crypto.randomUUID()}.zip`;
  const archive = (await pathsInside(outputPath, [name], { operation, warn }))[0]!;
  await withEnsuredFolder(outputPath, async () => {
    try {
      await saveFile(archive, fetchFile, download);
      if (archiveName === null) await unzip(archive, outputPath, { operation, overwrite, warn });
    } finally {
      if (archiveName === null) await retryWhileBusy(() => rm(archive, { force: true }));
    }
  });
}
