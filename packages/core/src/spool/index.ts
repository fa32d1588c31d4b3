/** Requests that could not be sent, on the disk of the machine that logs. */

export { type SpoolDamage, SpoolFolder } from './spool-folder.ts';
export { createSpool, type LeftFolder, leftFolders, spoolRoot, takeOver } from './spool-root.ts';
