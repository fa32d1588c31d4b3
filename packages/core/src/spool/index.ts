/** Requests that could not be sent, on the disk of the machine that logs. */

export { refusalOf } from '../contract/refusal.ts';
export { type SpoolSender, sendFirst } from './send-first.ts';
export { failedResult } from './send-result.ts';
export type { SendFailure } from './set-aside.ts';
export { failedSuffix, openSpoolFolder, type SpoolDamage, type SpoolFolder } from './spool-folder.ts';
export {
  type AbandonedFolder,
  abandonedFolders,
  createSpool,
  failedFolders,
  spoolRoot,
  takeOver,
} from './spool-root.ts';
export type { SpooledRequest } from './spooled-request.ts';
