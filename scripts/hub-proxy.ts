import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { run } from './command.ts';
import { inCache, inRoot } from './folders.ts';
import { once } from './stamp.ts';

/** Installs the proxy of JupyterHub, with the versions of its lock file. Returns its program. */
export async function hubProxy(): Promise<string> {
  const folder = inCache('hub-proxy');
  const program = path.join(folder, 'node_modules', 'configurable-http-proxy', 'bin', 'configurable-http-proxy');
  const inputs = ['package.json', 'package-lock.json'].map((file) => inRoot('test', 'hub', 'proxy', file));
  const what = { name: 'hub-proxy', title: 'proxy of JupyterHub', inputs, present: () => existsSync(program) };
  await once(what, async () => {
    await mkdir(folder, { recursive: true });
    for (const file of inputs) await cp(file, path.join(folder, path.basename(file)));
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], { cwd: folder });
  });
  return program;
}
