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
  const names = (existsSync(folder) ? await readdir(folder) : []).filter((name) => name.endsWith('.whl')).sort();
  const last = names.at(-1);
  return last && path.join(folder, last);
}

/** Installs the built wheel into a Python environment, by default the project's: `pip install tracklens-….whl`. */
export async function installedWheel(given?: PythonEnvironment): Promise<PythonEnvironment> {
  const environment = given ?? (await pythonEnvironment());
  const wheel = await wheelFile();
  if (!wheel) throw new Error(`No wheel in ${folder}: run "npm run build" first.`);
  await once(
    {
      name: given === undefined ? 'wheel' : `wheel-in-${path.basename(environment.folder)}`,
      title: `install ${path.basename(wheel)}`,
      inputs: [wheel],
      facts: [environment.python],
      present: () => existsSync(path.join(environment.folder, 'etc', 'jupyter', 'jupyter_server_config.d')),
    },
    async () => {
      const { python } = await pythonEnvironment();
      const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
      const options = [...quiet, '--force-reinstall', '--no-deps'];
      await run(python, ['-m', 'pip', '--python', environment.python, 'install', ...options, wheel]);
    },
  );
  return environment;
}
