import { succeeds } from './command.ts';

/** Program with its leading arguments. */
export type Command = readonly [string, ...string[]];

/**
 * Returns the commands that may start Python 3. On Windows the launcher `py` finds installations that are not on
 * PATH.
 */
export function pythonCommands(platform: NodeJS.Platform = process.platform): readonly Command[] {
  return platform === 'win32' ? [['py', '-3'], ['python'], ['python3']] : [['python3'], ['python']];
}

const check = 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)';

/** Returns the first command that starts Python 3.11 or newer with venv and pip; null if there is none. */
export async function systemPython(commands = pythonCommands()): Promise<Command | null> {
  for (const [program, ...args] of commands)
    if (await succeeds(program, [...args, '-c', check])) return [program, ...args];
  return null;
}
