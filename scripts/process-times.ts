import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of the processes that this process starts, directly or not. */
export interface ProcessTimes {
  /** Reads the times of all processes. What a process uses after the last call before its end may be missing. */
  sample(): void;
  /** Returns user and system time of each child of this process, with all that it started. */
  ofChildren(): ChildTime[];
}

/** CPU time of a child of this process. */
export interface ChildTime {
  readonly command: readonly string[];
  readonly seconds: number;
}

interface Times {
  readonly own: number;
  /** Time of the children that this process has waited for, with that of theirs. */
  readonly waitedFor: number;
}

interface Process extends Times {
  readonly parent: number;
  readonly startedAt: string;
}

/** Process that was seen once; it remains known after its end. */
interface KnownProcess {
  readonly startedAt: string;
  readonly children: KnownProcess[];
  /** Arguments of a child of this process. */
  readonly command: readonly string[];
  times: Times;
  ended: boolean;
}

const ticksPerSecond = 100;

/**
 * Returns the times of what this process starts from now on, on Linux; nothing on other systems. The kernel adds the
 * time of a process to its parent only if the parent waits for it. The processes of a browser or an editor often
 * end after their parent, so their own times are sampled while they run.
 */
export function processTimes(): ProcessTimes {
  const self = known(process.pid, '', { own: 0, waitedFor: 0 });
  let running = new Map([[process.pid, self]]);
  return {
    sample() {
      if (process.platform !== 'linux') return;
      const processes = readProcesses();
      const next = new Map([[process.pid, self]]);
      const find = (pid: number): KnownProcess | undefined => {
        const found = processes.get(pid);
        if (!found || next.has(pid)) return next.get(pid);
        let seen = running.get(pid);
        if (seen?.startedAt !== found.startedAt) {
          seen = known(pid, found.startedAt, found, found.parent === process.pid);
          const parent = find(found.parent);
          if (!parent) return undefined;
          parent.children.push(seen);
        }
        seen.times = found;
        next.set(pid, seen);
        return seen;
      };
      for (const pid of processes.keys()) find(pid);
      for (const [pid, seen] of running) seen.ended = next.get(pid) !== seen;
      running = next;
    },
    ofChildren() {
      return self.children.map((child) => ({ command: child.command, seconds: ticksOf(child) / ticksPerSecond }));
    },
  };
}

function known(pid: number, startedAt: string, times: Times, isChild = false): KnownProcess {
  const command = isChild ? read(`/proc/${pid}/cmdline`).split('\0').filter(Boolean) : [];
  return { startedAt, children: [], command, times, ended: false };
}

/** Returns the time of a process and of all below it; of children that it has waited for, the larger of both counts. */
function ticksOf({ times, children }: KnownProcess): number {
  const sum = (some: readonly KnownProcess[]) => some.reduce((ticks, child) => ticks + ticksOf(child), 0);
  const ended = sum(children.filter((child) => child.ended));
  return times.own + Math.max(times.waitedFor, ended) + sum(children.filter((child) => !child.ended));
}

function readProcesses(): Map<number, Process> {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  return new Map(pids.flatMap((pid) => readProcess(pid) ?? []).map((process) => [process.pid, process]));
}

/** Reads `/proc/PID/stat`: after the name in parentheses, fields 4, 14 to 17 and 22 of proc(5). */
function readProcess(pid: number): (Process & { readonly pid: number }) | undefined {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 20) return undefined;
  const ticks = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
  return { pid, parent: Number(fields[1]), startedAt: fields[19]!, own: ticks(11), waitedFor: ticks(13) };
}

/** Returns a file as text, or nothing if its process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
