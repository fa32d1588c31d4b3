import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pythonEnvironment } from '../../scripts/setup.ts';
import { apiKey } from './recorded-service.ts';
import type { Outcome, Performer } from './side.ts';

const script = fileURLToPath(new URL('./sdk_operations.py', import.meta.url));

/** The Python SDK, which executes operations and lists their names. */
export interface Sdk extends Performer {
  /** Public members of its classes, such as `API.get_projects`. */
  names(): Promise<string[]>;
  /** Returns the warnings since its start. */
  warnings(): Promise<string[]>;
}

/** Starts the Python SDK in its own process, which executes one operation after the other. */
export async function sdk(url: string, folder: string): Promise<Sdk> {
  const { python, env } = await pythonEnvironment();
  const child = spawn(python, [script], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...env,
      HOME: folder,
      COMET_API_KEY: apiKey,
      COMET_URL_OVERRIDE: `${url}/clientlib/`,
      COMET_WORKSPACE: 'lab',
      COMET_PROJECT_NAME: 'panel',
      COMET_ERROR_TRACKING_ENABLE: 'false',
    },
  });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-10_000);
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (step: Readonly<Record<string, unknown>>): Promise<Outcome> => {
    child.stdin.write(`${JSON.stringify(step)}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error(`the SDK's process ended at ${step.operation}: ${errorOutput}`);
    // Python serializes NaN and infinities as bare words.
    return JSON.parse((value as string).replace(/(?<=[[:,] ?)(NaN|-?Infinity)(?=[\],}])/g, '"$1"')) as Outcome;
  };
  return {
    warnings: async () => (await ask({ operation: 'warnings', arguments: {} })).answer as string[],
    names: async () => (await ask({ operation: 'names', arguments: {} })).answer as string[],
    async perform({ operation, on, assign, keep = null, sdkNames = {} }, args, rest) {
      const named = Object.fromEntries(Object.entries(args).map(([name, value]) => [sdkNames[name] ?? name, value]));
      return await ask({ operation, on, assign, keep, arguments: named, rest });
    },
    async close() {
      child.stdin.end();
      if (child.exitCode === null) await new Promise((done) => child.once('exit', done));
    },
  };
}
