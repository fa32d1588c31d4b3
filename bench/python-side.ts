import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Sample, Side } from './side-by-side.ts';

/** A peer that runs in Python and keeps running between rounds, so that imports and connections are not measured. */
export interface PythonSide extends Side {
  close(): Promise<void>;
}

/**
 * Starts a script of `bench/peers`. It prints one JSON line `{"ready": true}`, then does its work once for each line it
 * reads and prints `{"wallMillis": …, "cpuMillis": …}`.
 */
export async function pythonSide(
  name: string,
  python: string,
  script: string,
  arguments_: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<PythonSide> {
  const path = fileURLToPath(new URL(`peers/${script}`, import.meta.url));
  const child: ChildProcess = spawn(python, [path, ...arguments_], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-4000);
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const response = async (): Promise<Record<string, unknown>> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${script} ended early: ${complaint.trim() || 'no output'}`);
      if (value.startsWith('{')) return JSON.parse(value);
    }
  };
  await response();
  return {
    name,
    async run() {
      child.stdin!.write('run\n');
      return (await response()) as unknown as Sample;
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.stdin!.end();
      await ended;
    },
  };
}
