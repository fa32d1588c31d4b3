import { safeFileName } from '../text/safe-file-name.ts';
import { counted, type Translate } from '../text/translate.ts';
import type { Download } from './version-files.ts';

/** Form in which a download is written. */
export interface DownloadForm {
  readonly label: string;
  /** Number of files, or name of the archive. */
  readonly detail: string;
  /** Name of the file or folder that is written. */
  readonly name: string;
  readonly isFile: boolean;
  /** Whether the file is the archive of a version. */
  readonly isArchive: boolean;
}

/** Returns the forms in which a download can be written. The user chooses if there are several. */
export function downloadForms({ name, files, isFile, archive }: Download, t: Translate): readonly DownloadForm[] {
  const ownName = safeFileName(name);
  const detail = counted(t, files.length, '%1 file', '%1 files');
  const asFiles = { label: t('Files in a folder'), detail, name: ownName, isFile, isArchive: false };
  if (archive === null) return [asFiles];
  const zip = `${ownName}.zip`;
  return [asFiles, { label: t('One zip archive'), detail: zip, name: zip, isFile: true, isArchive: true }];
}

/** Returns the question about a path that exists already, and its answers. */
export function replaceTexts({ name, isFile }: DownloadForm, path: string, t: Translate) {
  return {
    question: t('%1 already exists. Replace it?', name),
    detail: isFile ? path : t('Files with the same names in %1 will be replaced.', path),
    keep: t('Keep Both'),
    replace: t('Replace'),
  };
}

/** Returns the message after a download to a path. */
export function downloadedText({ name, elsewhere: { length: left } }: Download, path: string, t: Translate): string {
  const done = t('Downloaded %1 to %2.', name, path);
  if (left === 0) return done;
  const rest = counted(
    t,
    left,
    '%1 of its files is stored outside of the service.',
    '%1 of its files are stored outside of the service.',
  );
  return `${done} ${rest}`;
}

/** Returns the size of a download in bytes. */
export function downloadBytes({ files }: Download): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
