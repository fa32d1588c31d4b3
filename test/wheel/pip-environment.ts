import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startProcess } from '../../scripts/child-process.ts';
import { run } from '../../scripts/command.ts';
import { inCache } from '../../scripts/folders.ts';
import { pythonVenv } from '../../scripts/python-venv.ts';
import { type PythonEnvironment, wheelFile } from '../../scripts/setup.ts';
import { systemPython } from '../../scripts/system-python.ts';

/** Python environment of a user with only pip: no Node.js on the PATH, an empty home folder, no checkout. */
export interface PipEnvironment extends PythonEnvironment {
  /** Empty home folder, which is also the working folder. */
  readonly home: string;
  /** Installs packages as `pip install` does. */
  install(...packages: string[]): Promise<void>;
}

/** Variables of this process that pip needs on machines with a proxy or a package index of their own. */
const forPip = /^(?:PIP_|SSL_CERT|REQUESTS_CA|https?_proxy$|no_proxy$)/i;

/** Creates the environment in a folder. Only pip is installed. */
export async function pipEnvironment(folder: string): Promise<PipEnvironment> {
  const venv = pythonVenv(path.join(folder, 'venv'));
  const home = path.join(folder, 'home');
  await mkdir(home, { recursive: true });
  const [program, ...args] = (await systemPython())!;
  await run(program, [...args, '-m', 'venv', venv.folder]);
  const pip = Object.entries(process.env).filter(([name]) => forPip.test(name));
  // The downloads are shared with the other environment and with later runs.
  const download = { PIP_CACHE_DIR: inCache('pip') };
  const env = { PATH: venv.bin, HOME: home, LANG: 'C.UTF-8', VIRTUAL_ENV: venv.folder };
  return {
    ...venv,
    jupyter: venv.command('jupyter'),
    env,
    home,
    async install(...packages) {
      const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
      const installEnv = { ...download, ...Object.fromEntries(pip), ...env };
      await run(venv.python, ['-m', 'pip', 'install', ...quiet, ...packages], { env: installEnv, cwd: home });
    },
  };
}

/** Returns the built wheel. */
export async function builtWheel(): Promise<string> {
  const wheel = await wheelFile();
  if (wheel === undefined) throw new Error('There is no wheel: run "npm run build" first.');
  return wheel;
}

/** Starts `tracklens demo`. Resolves with the address of the service once it responds. */
export async function startDemo({
  command,
  env,
  home,
}: PipEnvironment): Promise<{ url: string; stop(): Promise<void> }> {
  const started = await startProcess(
    command('tracklens'),
    ['demo'],
    (output) => /^tracklens service: (\S+)$/m.exec(output)?.[1],
    { env, cwd: home },
  );
  return { url: started.found, stop: started.stop };
}
