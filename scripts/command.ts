import { spawn } from 'node:child_process';
import { root } from './folders.ts';

/** Options for running a command. */
export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Inherits the output streams instead of capturing them for the error. */
  inherit?: boolean;
}

/**
 * Runs a program and returns its output. Throws for a non-zero exit code; the error contains the end of the output.
 */
export async function run(command: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: options.env ?? process.env,
    stdio: options.inherit ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  // Child processes must end with this process.
  const end = () => child.kill();
  process.once('exit', end);
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  }).finally(() => process.off('exit', end));
  const text = Buffer.concat(output).toString();
  if (code !== 0) {
    const tail = text.trimEnd().split('\n').slice(-40).join('\n');
    throw new Error(`${command} ${args.join(' ')}: exit code ${code}${tail && `\n${tail}`}`);
  }
  return text;
}

/** Returns whether a program starts and exits with code 0. */
export async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}
