import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './command.ts';
import { inCache } from './folders.ts';
import { type PythonEnvironment, pythonEnvironment } from './python-environment.ts';
import { pythonVenv, venvVariables } from './python-venv.ts';
import { once } from './stamp.ts';
import { uvInstall } from './uv-install.ts';

/**
 * Returns a Python environment of its own, with packages that the project's environment does not have. The requirements
 * file, with pinned versions, gives it its name; it is installed when it is missing or the file has changed.
 */
export async function pinnedEnvironment(requirements: string): Promise<PythonEnvironment> {
  const name = path.basename(requirements, '.txt');
  const venv = pythonVenv(inCache(`${name}-venv`));
  const { python } = await pythonEnvironment();
  await once(
    {
      name: `${name}-packages`,
      title: `Python environment of ${name}`,
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
