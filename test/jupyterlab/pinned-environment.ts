import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../scripts/command.ts';
import { inCache } from '../../scripts/folders.ts';
import { pythonVenv, venvVariables } from '../../scripts/python-venv.ts';
import { type PythonEnvironment, pythonEnvironment } from '../../scripts/setup.ts';
import { once } from '../../scripts/stamp.ts';
import { uvInstall } from '../../scripts/uv-install.ts';

/**
 * Returns a Python environment of its own for tests with packages that the project's has not. The file of a name in the
 * folder has its packages; it is installed when it is missing or the file has changed.
 */
export async function pinnedEnvironment(
  name: 'collaboration' | 'exports' | 'hub',
  folder: string = import.meta.dirname,
): Promise<PythonEnvironment> {
  const requirements = path.join(folder, `${name}.txt`);
  const venv = pythonVenv(inCache(`${name}-venv`));
  const { python } = await pythonEnvironment();
  await once(
    {
      name: `${name}-packages`,
      title: `Python environment of the tests of ${name}`,
      inputs: [requirements],
      facts: [venv.folder],
      present: () => existsSync(venv.python),
    },
    async () => {
      await run(python, ['-m', 'venv', '--clear', '--without-pip', venv.folder]);
      await uvInstall(venv, ['-r', requirements]);
    },
  );
  return { ...venv, jupyter: venv.command('jupyter'), env: venvVariables(venv) };
}
