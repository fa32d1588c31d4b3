import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inCache, inRoot } from './folders.ts';
import { installRequirements, type PythonVenv, pythonVenv, venvVariables } from './python-venv.ts';
import { once } from './stamp.ts';

/** Python environment of the project with JupyterLab, the experiment SDK and the build tools. */
export interface PythonEnvironment extends PythonVenv {
  /** Path of the `jupyter` command. */
  readonly jupyter: string;
  /** Environment of this process with the commands of the virtual environment, then Node 24, first on PATH. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Returns the Python environment, installing it when it is missing or scripts/python-requirements.txt has changed.
 */
export async function pythonEnvironment(): Promise<PythonEnvironment> {
  const requirements = inRoot('scripts', 'python-requirements.txt');
  const venv = pythonVenv(inCache('venv'));
  const environment = { ...venv, jupyter: venv.command('jupyter'), env: venvVariables(venv) };
  const commonJsMarker = path.join(venv.folder, 'package.json');
  await once(
    {
      name: 'python-packages',
      title: 'Python environment',
      inputs: [requirements],
      facts: [venv.folder],
      present: () => existsSync(environment.jupyter) && existsSync(commonJsMarker),
    },
    async () => {
      await installRequirements(venv, requirements);
      // JupyterLab's own Node scripts are CommonJS. Without this file they would inherit "type": "module" from the
      // checkout.
      await writeFile(commonJsMarker, '{ "type": "commonjs" }\n');
    },
  );
  return environment;
}
