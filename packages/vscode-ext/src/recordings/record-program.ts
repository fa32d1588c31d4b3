import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';
import { childEnvironment, publishedService } from '../connection/bundled-service.ts';
import { nodeProgram } from '../connection/node-program.ts';
import { provesAddress } from '../connection/service-lease.ts';

/** What the bundled program records, and into which file. */
export interface RecordOptions {
  /** Path of the bundled program. */
  readonly program: string;
  /** Data folder of the service. */
  readonly folder: string;
  readonly workspace: string;
  readonly projectName: string;
  /** Default: all experiments of the project. */
  readonly experimentKeys?: readonly string[] | undefined;
  /** Path of the recording, which is replaced if it exists. */
  readonly file: string;
  /** Whether files are recorded. */
  readonly assets: boolean;
}

/** Thrown when a recording would be too large; the message names its size and its largest contents. */
export class TooLargeRecording extends Error {}

/**
 * Records experiments with `tracklens record` of the bundled program. Returns what it has left out. On abort it leaves
 * no file.
 *
 * @throws TooLargeRecording; Error with the message of the program for another failure
 */
export async function recordExperiments(options: RecordOptions, signal: AbortSignal): Promise<string[]> {
  const { program, folder, workspace, projectName, experimentKeys, file, assets } = options;
  const node = await nodeProgram();
  const args = ['record', '--data', folder, '--output', file, '--force'];
  if (experimentKeys !== undefined) args.push('--experiments', '-');
  if (!assets) args.push('--no-assets');
  args.push('--', `${workspace}/${projectName}`);
  const child = spawn(node.path, [program, ...args], {
    env: { ...childEnvironment(), ...node.env },
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
    signal,
  });
  // A program that ends before it has read them says why.
  child.stdin.on('error', () => {}).end(experimentKeys?.join('\n'));
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const lines = printed.split('\n');
  if (status === 0) return lines.filter((line) => line.startsWith('Left out: '));
  const [message = printed.trim()] = lines.flatMap((line) => /^tracklens: (.*)$/.exec(line)?.[1] ?? []);
  const [, tooLarge] = /^(The recording would have .*?) Leave out files with --no-assets/.exec(message) ?? [];
  throw tooLarge === undefined ? new Error(message) : new TooLargeRecording(tooLarge);
}

/**
 * Returns the data folder of a local service that was started in a terminal, and proves its address; null unless it is
 * the default one, that of the demo, or the one that `TRACKLENS_DATA` names.
 */
export async function publishedFolder(url: string, env = process.env): Promise<string | null> {
  const home = ['.tracklens', '.tracklens-demo'].map((name) => path.join(homedir(), name));
  for (const folder of env.TRACKLENS_DATA ? [env.TRACKLENS_DATA, ...home] : home) {
    const service = await publishedService(folder);
    if (service?.url === url && (await provesAddress(url, service.secret))) return folder;
  }
  return null;
}
