import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { t } from '../sentence.ts';

/** The demo service: started by this window on the editor's own Node, or by another window that is still open. */
export interface DemoService {
  /** Root address without a final slash. */
  readonly url: string;
  readonly apiKey: string;
  /** Resolves when the process has ended, with its last words; null when another window holds it. */
  readonly ended: Promise<string> | null;
  stop(): void;
}

const startMillis = 60_000;

/**
 * Starts the bundled service with the recorded sweep on a free port of this machine. Its data lies in `folder`, so that a second
 * start is quick; one process at a time uses it, so a second window joins the service of the first. The child watches
 * its standard input: when the extension host goes, even by a kill, the pipe closes and the service ends.
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
  // A pipe to a process that has ended must not end the extension host.
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

/** The service of another window that uses the folder now, or null. */
async function serviceOf(folder: string): Promise<DemoService | null> {
  try {
    const { url } = JSON.parse(await readFile(path.join(folder, 'service.json'), 'utf8')) as { url?: unknown };
    if (typeof url !== 'string' || !/^http:\/\/127\.0\.0\.1:\d+$/.test(url)) return null;
    return { url, apiKey: await readKey(path.join(folder, 'api-key')), ended: null, stop: () => {} };
  } catch {
    // No file, or one that is just being written: there is nothing to join.
    return null;
  }
}

async function readKey(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).trim();
}

/** Only what a program needs to run: no key and no service setting of this process reaches the child. */
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
