import { readFile } from 'node:fs/promises';

/** System call of a trace. `begun` and `ended` are the lines at which it began and had ended. */
export interface SystemCall {
  readonly name: string;
  /** Arguments as strace prints them, descriptors with their paths. */
  readonly args: string;
  readonly begun: number;
  readonly ended: number;
  readonly succeeded: boolean;
}

const line = /^(\d+)\s+(?:<\.\.\. (\w+) resumed>(.*)|(\w+)\((.*))$/;

/** Reads the output of `strace -f -y -o FILE`, without calls that had not ended. */
export async function readSystemCalls(file: string): Promise<SystemCall[]> {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, { name: string; args: string; begun: number }>();
  for (const [at, text] of (await readFile(file, 'latin1')).split('\n').entries()) {
    const found = line.exec(text);
    if (found === null) continue;
    const [, thread = '', resumed, end, name = '', args = ''] = found;
    if (resumed !== undefined) {
      const begun = unfinished.get(thread);
      unfinished.delete(thread);
      if (begun !== undefined) calls.push(completed(begun, begun.args + end, at));
      continue;
    }
    const begun = { name, args, begun: at };
    if (args.endsWith('<unfinished ...>')) {
      unfinished.set(thread, { ...begun, args: args.slice(0, -'<unfinished ...>'.length) });
    } else calls.push(completed(begun, args, at));
  }
  return calls.sort((a, b) => a.ended - b.ended);
}

function completed(call: { name: string; begun: number }, text: string, ended: number): SystemCall {
  const args = text.replace(/\)\s+= (?:-?\d+|\?|0x[0-9a-f]+)[^)]*(?:\([^)]*\))?$/, '');
  const result = /\)\s+= (-?\d+)/.exec(text.slice(args.length))?.[1];
  return { name: call.name, args, begun: call.begun, ended, succeeded: result !== undefined && Number(result) >= 0 };
}

/** Returns the path or the socket of the first argument of a call; null for none. */
export function targetOf({ args }: SystemCall): string | null {
  return /^\d+<([^>]*)>/.exec(args)?.[1] ?? null;
}

/** Returns the quoted paths among the arguments of a call. */
export function pathsOf({ args }: SystemCall): string[] {
  return [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path]) => path!);
}
