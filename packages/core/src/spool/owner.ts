import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/*
 * The name of a spool folder is its lock: it names the process that owns it. A process takes a folder over by renaming
 * it, which succeeds for one process only. A lock is stale if its process has ended: there is no process with its id on
 * this machine, or one that started at another time.
 */

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Not Linux, or the process has ended.
    return '';
  }
}

/** Returns the namespace of the process ids, which containers of one machine do not share; empty if not on Linux. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/**
 * Returns the id of this host, the same in all processes that see each other. Not read on import, which Deno would ask
 * permission for.
 */
const hostId = () => digest(`${hostname()} ${processNamespace()}`);
/** Returns the id of this start of the host; equal for all starts where the system does not provide one. */
const bootId = () => digest(textOf('/proc/sys/kernel/random/boot_id'));

/** Returns the start time of a process in ticks of its system; 0 where the system does not provide it. */
function startOf(pid: number): number {
  // The name of the program, in parentheses, may contain spaces.
  const fields = textOf(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ');
  return Number(fields[19] ?? 0) || 0;
}

/** Returns a new folder name that is owned by this process. */
export function ownName(): string {
  return `${process.pid}-${startOf(process.pid)}-${hostId()}-${bootId()}-${randomBytes(6).toString('hex')}`;
}

/** State of the owner of a folder. `unknown`: it is a process of another host. */
export type OwnerState = 'alive' | 'ended' | 'unknown';

/** Returns the state of the process that owns a folder; null if the name is none of a spool folder. */
export function ownerState(folderName: string): OwnerState | null {
  const match = /^(\d+)-(\d+)-([\da-f]{12})-([\da-f]{12})-[\da-f]{12}$/.exec(folderName);
  if (match === null) return null;
  const [pid, start] = [Number(match[1]), Number(match[2])];
  if (match[3] !== hostId()) return 'unknown';
  if (match[4] !== bootId()) return 'ended';
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'ended';
  }
  const current = startOf(pid);
  return start !== 0 && current !== 0 && current !== start ? 'ended' : 'alive';
}
