import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startProcess } from '../../scripts/child-process.ts';
import { run } from '../../scripts/command.ts';
import { inCache } from '../../scripts/folders.ts';
import { pythonVenv } from '../../scripts/python-venv.ts';
import { type PythonEnvironment, wheelFile } from '../../scripts/setup.ts';
import { systemPython } from '../../scripts/system-python.ts';
import { packageIndexVariables, uvInstall } from '../../scripts/uv-install.ts';

/** Python environment of a user with only pip: no Node.js on the PATH, an empty home folder, no checkout. */
export interface PipEnvironment extends PythonEnvironment {
  /** Empty home folder, which is also the working folder. */
  readonly home: string;
  /** Runs `pip install`. */
  install(...packages: string[]): Promise<void>;
  /**
   * Installs packages of the index with uv, which takes a tenth of the CPU time of pip. For what is not the subject of
   * the test; the arguments are those of `pip install`.
   */
  installQuickly(...packages: string[]): Promise<void>;
}

/** Creates the environment in a folder. Only pip is installed, in the version that comes with Python. */
export async function pipEnvironment(folder: string): Promise<PipEnvironment> {
  const venv = pythonVenv(path.join(folder, 'venv'));
  const home = path.join(folder, 'home');
  await mkdir(home, { recursive: true });
  const [program, ...args] = (await systemPython())!;
  // `venv` would compile all modules of pip, which takes five seconds.
  await run(program, [...args, '-m', 'venv', '--without-pip', venv.folder]);
  const env = { PATH: venv.bin, HOME: home, LANG: 'C.UTF-8', VIRTUAL_ENV: venv.folder };
  const environment: PipEnvironment = {
    ...venv,
    jupyter: venv.command('jupyter'),
    env,
    home,
    async install(...packages) {
      // Python compiles the modules that it imports. To compile all would take five seconds.
      const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-compile'];
      // The downloads are shared with the other environment and with later runs.
      const installEnv = { PIP_CACHE_DIR: inCache('pip'), ...packageIndexVariables, ...env };
      await run(venv.python, ['-m', 'pip', 'install', ...quiet, ...packages], { env: installEnv, cwd: home });
    },
    installQuickly: (...packages) => uvInstall(venv, packages, { env, cwd: home }),
  };
  const version = await run(venv.python, ['-c', 'import ensurepip; print(ensurepip.version())']);
  await environment.installQuickly(`pip==${version.trim()}`);
  return environment;
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
