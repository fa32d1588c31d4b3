import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ownerState, ownName } from './owner.ts';
import {
  addressOf,
  createSpoolFolder,
  failedSuffix,
  openSpoolFolder,
  type SpoolDamage,
  type SpoolFolder,
  touch,
} from './spool-folder.ts';

/** Time without a write after which a folder of another host counts as abandoned. */
const abandonedMillis = 10 * 60_000;

/** Spool folder of a process that has ended. */
export interface AbandonedFolder {
  readonly path: string;
  /** Root URL of the service. */
  readonly url: string;
}

/** Returns the folder of all spools: what `TRACKLENS_SPOOL` names, else `~/.tracklens-spool`; null if it is `off`. */
export function spoolRoot(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const setting = env.TRACKLENS_SPOOL;
  return setting === 'off' ? null : setting || join(homedir(), '.tracklens-spool');
}

/** Creates a spool folder that this process owns. */
export function createSpool(root: string, url: string, onDamage: (damage: SpoolDamage) => void): SpoolFolder {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(root);
  if (process.getuid !== undefined && uid !== process.getuid()) {
    throw new Error(`${root} belongs to another user. Set TRACKLENS_SPOOL to a folder of your own.`);
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(root, 0o700);
  return createSpoolFolder(join(root, ownName()), url, onDamage);
}

/** Returns the folders of processes that have ended. */
export function abandonedFolders(root: string): AbandonedFolder[] {
  return foldersOfEnded(root, '');
}

/** Returns the folders in which processes that have ended set aside what the service always fails to store. */
export function failedFolders(root: string): AbandonedFolder[] {
  return foldersOfEnded(root, failedSuffix);
}

/** Returns the folders of processes that have ended whose names are that of a folder and a suffix. */
function foldersOfEnded(root: string, suffix: string): AbandonedFolder[] {
  const found: AbandonedFolder[] = [];
  for (const name of namesIn(root)) {
    const path = join(root, name);
    const state = name.endsWith(suffix) ? ownerState(name.slice(0, name.length - suffix.length)) : null;
    if (state !== 'ended' && !(state === 'unknown' && isAbandoned(path))) continue;
    const url = addressOf(path);
    if (url !== null) found.push({ path, url });
  }
  return found;
}

/**
 * Makes this process the owner of a folder. Returns null if another process was faster, or the folder has no requests:
 * then it is deleted. A folder that cannot be read has its old name after the error.
 */
export function takeOver(root: string, path: string, onDamage: (damage: SpoolDamage) => void): SpoolFolder | null {
  const own = join(root, ownName());
  try {
    touch(path);
    renameSync(path, own);
  } catch {
    return null;
  }
  try {
    const spool = openSpoolFolder(own, onDamage);
    return spool?.count === 0 && spool.first() === null ? null : spool;
  } catch (error) {
    renameSync(own, path);
    throw error;
  }
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root);
  } catch {
    // Nothing has been written yet.
    return [];
  }
}

function isAbandoned(path: string): boolean {
  const times = namesIn(path).map((name) => writtenAt(join(path, name)));
  return Date.now() - Math.max(0, ...times) > abandonedMillis;
}

/** Returns when a file was written: now, if its owner has just deleted it. */
function writtenAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return Date.now();
  }
}
