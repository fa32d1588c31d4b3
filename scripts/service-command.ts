import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { inRoot } from './folders.ts';

/** Runs a command of the local service from source, in the folder of the person who called npm, and ends with its status. */
export function serviceCommand(verb: string): void {
  const program = inRoot('packages', 'server', 'src', 'main.ts');
  const service = spawn(process.execPath, ['--conditions=@tracklens/source', program, verb, ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: process.env.INIT_CWD ?? process.cwd(),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => service.kill(signal));
  service.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 1)));
}
