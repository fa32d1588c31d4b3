import { spawn } from 'node:child_process';
import { root } from './folders.ts';

/** How a command is run. */
export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Shows the output as it comes instead of keeping it for the error. */
  inherit?: boolean;
}

/** Runs a program to its end and gives its output; a non-zero exit is an error that carries the output's end. */
export async function run(command: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: options.env ?? process.env,
    stdio: options.inherit ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  // Nothing that we run may outlive us.
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

/** Whether a program answers with exit code 0. */
export async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}
