import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { run } from './command.ts';
import { inRoot } from './folders.ts';
import { type PythonEnvironment, pythonEnvironment } from './python-environment.ts';
import { once } from './stamp.ts';

const folder = inRoot('packages', 'jupyterlab-ext', 'dist');

/** Returns the newest built wheel, or undefined before the first build. */
export async function wheelFile(): Promise<string | undefined> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.whl')).sort();
  const last = names.at(-1);
  return last && path.join(folder, last);
}

/** Installs the built wheel into the Python environment as a user would: `pip install tracklens-….whl`. */
export async function installedWheel(): Promise<PythonEnvironment> {
  const environment = await pythonEnvironment();
  const wheel = await wheelFile();
  if (!wheel) throw new Error(`No wheel in ${folder}: run "npm run build" first.`);
  await once(
    {
      name: 'wheel',
      title: `install ${path.basename(wheel)}`,
      inputs: [wheel],
      facts: [environment.python],
      present: () => existsSync(path.join(environment.folder, 'etc', 'jupyter', 'jupyter_server_config.d')),
    },
    async () => {
      const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
      await run(environment.python, ['-m', 'pip', 'install', ...quiet, '--force-reinstall', '--no-deps', wheel]);
    },
  );
  return environment;
}
