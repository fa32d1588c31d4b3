import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick of Linux's process accounting. */
const tickMillis = 10;

/** The fields of `/proc/PID/stat` from the third on; null when the process is gone. */
function statOf(pid: number | string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** Returns a process and all its descendants: some servers work in child processes. */
export function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(statOf(name)?.[1])] as const);
  const family = [pid];
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

/** Returns the CPU time that a process has used. */
export function cpuMillisOf(pid: number): number {
  const stat = statOf(pid);
  return stat === null ? 0 : (Number(stat[11]) + Number(stat[12])) * tickMillis;
}

/** Returns the CPU time that processes with one thread each have used, to the nanosecond. */
export function threadCpuMillisOf(pids: readonly number[]): number {
  const nanoseconds = pids.map((pid) => {
    try {
      return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]);
    } catch {
      return 0;
    }
  });
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6;
}

/** Returns the memory of a process and its descendants, in megabytes (2^20 bytes). */
export function residentMegabytesOf(pid: number): number {
  const kilobytes = familyOf(pid).map((member) => {
    try {
      return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${member}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}
