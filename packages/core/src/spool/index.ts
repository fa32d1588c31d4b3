/** Requests that could not be sent, on the disk of the machine that logs. */

export { isRejection } from './rejection.ts';
export { openSpoolFolder, type SpoolDamage, type SpoolFolder } from './spool-folder.ts';
export { type AbandonedFolder, abandonedFolders, createSpool, spoolRoot, takeOver } from './spool-root.ts';
