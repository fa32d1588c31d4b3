import { existsSync } from 'node:fs';
import path from 'node:path';
import { systemPackages } from './apt-packages.ts';
import { run } from './command.ts';
import { searchPath } from './folders.ts';
import { systemPython } from './system-python.ts';

/** Layout of a Python virtual environment: `bin/python`, on Windows `Scripts\python.exe`. */
export interface PythonVenv {
  readonly folder: string;
  /** Folder of the interpreter and the installed commands. */
  readonly bin: string;
  /** Path of the interpreter. */
  readonly python: string;
  /** Returns the path of an installed command, such as `jupyter`. */
  command(name: string): string;
}

/** Returns the paths of the virtual environment in a folder. */
export function pythonVenv(folder: string, platform: NodeJS.Platform = process.platform): PythonVenv {
  const { join } = platform === 'win32' ? path.win32 : path.posix;
  const bin = join(folder, platform === 'win32' ? 'Scripts' : 'bin');
  const command = (name: string) => join(bin, platform === 'win32' ? `${name}.exe` : name);
  return { folder, bin, python: command('python'), command };
}

/**
 * Returns the environment of this process with the commands of a virtual environment, then Node 24, first on PATH.
 */
export function venvVariables({ folder, bin }: PythonVenv): NodeJS.ProcessEnv {
  return { ...process.env, PATH: searchPath(bin), VIRTUAL_ENV: folder, PYTHONNOUSERSITE: '1' };
}

/** Creates the virtual environment if missing, and installs a requirements file into it. */
export async function installRequirements(venv: PythonVenv, requirements: string): Promise<void> {
  await systemPackages('python');
  if (!existsSync(venv.python)) {
    const [program, ...args] = (await systemPython())!;
    await run(program, [...args, '-m', 'venv', venv.folder]);
  }
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
  await run(venv.python, ['-m', 'pip', 'install', ...quiet, '-r', requirements], { env: venvVariables(venv) });
}
