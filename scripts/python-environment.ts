import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemPackages } from './apt-packages.ts';
import { run } from './command.ts';
import { inCache, inRoot, searchPath } from './folders.ts';
import { once } from './stamp.ts';

/** The project's own Python with JupyterLab, the experiment SDK and the build tools. */
export interface PythonEnvironment {
  /** Path of the interpreter. */
  python: string;
  /** Path of the `jupyter` command. */
  jupyter: string;
  /** The folder of both, and of jupyter-builder and deno. */
  bin: string;
  /** This process's environment with that folder, then Node 24, first on PATH. */
  env: NodeJS.ProcessEnv;
}

const folder = inCache('venv');
const bin = path.join(folder, 'bin');

/** The Python environment, made now when it is missing or scripts/python-requirements.txt has changed. */
export async function pythonEnvironment(): Promise<PythonEnvironment> {
  const requirements = inRoot('scripts', 'python-requirements.txt');
  const environment = {
    python: path.join(bin, 'python'),
    jupyter: path.join(bin, 'jupyter'),
    bin,
    env: {
      ...process.env,
      PATH: searchPath(bin),
      VIRTUAL_ENV: folder,
      PYTHONNOUSERSITE: '1',
    },
  };
  await once(
    {
      name: 'python-packages',
      title: 'Python environment',
      inputs: [requirements],
      facts: [folder],
      present: () => existsSync(environment.jupyter) && existsSync(path.join(folder, 'package.json')),
    },
    async () => {
      await systemPackages('python');
      if (!existsSync(environment.python)) await run('python3', ['-m', 'venv', folder]);
      const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
      await run(environment.python, ['-m', 'pip', 'install', ...quiet, '-r', requirements], { env: environment.env });
      // JupyterLab's own Node scripts are CommonJS; without this they would take the checkout's "type": "module".
      await writeFile(path.join(folder, 'package.json'), '{ "type": "commonjs" }\n');
    },
  );
  return environment;
}
