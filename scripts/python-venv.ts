import { existsSync } from 'node:fs';
import path from 'node:path';
import { systemPackages } from './apt-packages.ts';
import { run } from './command.ts';
import { searchPath } from './folders.ts';
import { systemPython } from './system-python.ts';

/** The layout of a Python virtual environment: `bin/python`, on Windows `Scripts\python.exe`. */
export interface PythonVenv {
  readonly folder: string;
  /** The folder of the interpreter and of the installed commands. */
  readonly bin: string;
  /** Path of the interpreter. */
  readonly python: string;
  /** Path of an installed command, such as `jupyter`. */
  command(name: string): string;
}

/** The paths of a virtual environment in a folder. */
export function pythonVenv(folder: string, platform: NodeJS.Platform = process.platform): PythonVenv {
  const { join } = platform === 'win32' ? path.win32 : path.posix;
  const bin = join(folder, platform === 'win32' ? 'Scripts' : 'bin');
  const command = (name: string) => join(bin, platform === 'win32' ? `${name}.exe` : name);
  return { folder, bin, python: command('python'), command };
}

/** This process's environment with a virtual environment's commands, then Node 24, first on PATH. */
export function venvVariables({ folder, bin }: PythonVenv): NodeJS.ProcessEnv {
  return { ...process.env, PATH: searchPath(bin), VIRTUAL_ENV: folder, PYTHONNOUSERSITE: '1' };
}

/** Creates the virtual environment unless it exists, and installs a requirements file into it. */
export async function installRequirements(venv: PythonVenv, requirements: string): Promise<void> {
  await systemPackages('python');
  if (!existsSync(venv.python)) {
    const [program, ...args] = (await systemPython())!;
    await run(program, [...args, '-m', 'venv', venv.folder]);
  }
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
  await run(venv.python, ['-m', 'pip', 'install', ...quiet, '-r', requirements], { env: venvVariables(venv) });
}
