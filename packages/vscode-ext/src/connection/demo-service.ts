import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { t } from '../sentence.ts';

/** Demo service: a process of this window that runs on the editor's own Node.js, or one of another open window. */
export interface DemoService {
  /** Root URL without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  /** Resolves with the last output on stderr when the process exits; null when another window owns the process. */
  readonly ended: Promise<string> | null;
  stop(): void;
}

const startMillis = 60_000;

/**
 * Starts the bundled service with the recorded sweep on a free port of this machine. Its data is stored in `folder`,
 * which makes the next start fast. Only one process at a time can use the folder, so a second window joins the
 * service of the first. The child process watches its standard input: when the extension host exits or is killed, the
 * pipe closes and the service exits.
 */
export async function startDemoService(
  program: string,
  folder: string,
  log: (line: string) => void,
): Promise<DemoService> {
  await mkdir(folder, { recursive: true });
  const child = spawn(
    process.execPath,
    [program, 'serve', '--port', '0', '--data', folder, '--demo', '--parent-stdin'],
    { env: childEnvironment(), stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true },
  );
  // Without a listener, writing to the pipe of an exited process would crash the extension host.
  child.stdin.on('error', () => {});
  const ended = lastWords(child, log);
  try {
    const { url, keyFile } = await addresses(child, ended);
    return { url, apiKey: await readKey(keyFile), ended, stop: () => child.stdin.end() };
  } catch (error) {
    child.kill();
    const joined = await serviceOf(folder);
    if (joined) return joined;
    throw error;
  }
}

/** Returns the service of another window that uses the folder, or null. */
async function serviceOf(folder: string): Promise<DemoService | null> {
  try {
    const { url } = JSON.parse(await readFile(path.join(folder, 'service.json'), 'utf8')) as { url?: unknown };
    if (typeof url !== 'string' || !/^http:\/\/127\.0\.0\.1:\d+$/.test(url)) return null;
    return { url, apiKey: await readKey(path.join(folder, 'api-key')), ended: null, stop: () => {} };
  } catch {
    // No file, or a partially written one: there is nothing to join.
    return null;
  }
}

async function readKey(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).trim();
}

/** Returns the minimal environment of the child process, without API keys or service settings of this process. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, USERPROFILE, TMPDIR, TEMP, TMP, SystemRoot, LANG, TZ } = process.env;
  return { PATH, HOME, USERPROFILE, TMPDIR, TEMP, TMP, SystemRoot, LANG, TZ, ELECTRON_RUN_AS_NODE: '1' };
}

function addresses(child: ChildProcess, ended: Promise<string>): Promise<{ url: string; keyFile: string }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(t('The demo service did not start within {0} s.', startMillis / 1000))),
      startMillis,
    );
    let output = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /^tracklens service: (\S+)\r?$/m.exec(output)?.[1];
      const keyFile = /^api key: (.+?)\r?$/m.exec(output)?.[1];
      if (url === undefined || keyFile === undefined) return;
      clearTimeout(timer);
      resolve({ url, keyFile });
    });
    ended.then((words) => {
      clearTimeout(timer);
      reject(new Error(t('The demo service did not start. {0}', words)));
    });
  });
}

function lastWords(child: ChildProcess, log: (line: string) => void): Promise<string> {
  let words = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2000);
    for (const line of chunk.toString().split(/\r?\n/)) if (line.trim() !== '') log(`demo service: ${line}`);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(`${words.trim()} (${signal ?? `exit code ${code}`})`.trim()));
  });
}
