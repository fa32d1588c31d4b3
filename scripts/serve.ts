import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { inRoot } from './folders.ts';

// npm run serve -- --port P --data DIR [--api-key K] [--demo]: the local service from source, with `tracklens serve`'s own arguments.
const service = spawn(
  process.execPath,
  ['--conditions=@tracklens/source', inRoot('packages', 'server', 'src', 'main.ts'), 'serve', ...process.argv.slice(2)],
  { stdio: 'inherit', cwd: process.env.INIT_CWD ?? process.cwd() },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => service.kill(signal));
service.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 1)));
