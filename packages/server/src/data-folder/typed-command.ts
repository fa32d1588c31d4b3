import path from 'node:path';
import type { Shell } from '@tracklens/core/contract';
import { defaultDataFolder, homeDataFolder } from './data-folder.ts';
import { quoted, shellOf } from './shell.ts';

/** Program, shell and command that started this process; its messages name commands in the same form. */
interface Start {
  /** Path of the program. */
  readonly script: string;
  readonly shell: Shell;
  /** Words of the command that started the program through another one, such as the command of the Python package. */
  readonly command?: readonly string[];
}

/** Environment variable in which another program that starts this one states its own command, one word per line. */
const commandVariable = 'TRACKLENS_COMMAND';

function thisStart(): Start {
  const command = process.env[commandVariable]?.split('\n').filter(Boolean) ?? [];
  return { script: process.argv[1] ?? '', shell: shellOf(), ...(command.length > 0 ? { command } : {}) };
}

/** Joins the words of a command for a shell. PowerShell runs a quoted program only after `&`. */
function joined(words: readonly string[], shell: Shell): string {
  const text = words.map((word) => quoted(word, shell));
  return `${shell === 'powershell' && text[0] !== words[0] ? '& ' : ''}${text.join(' ')}`;
}

/** Returns the words that start this program, as the user types them. They work in any folder. */
function programWords({ script, shell, command }: Start): readonly string[] {
  if (command !== undefined) return command;
  const { basename, resolve } = shell === 'powershell' ? path.win32 : path.posix;
  // Started from source: packages/server/src/cli/main.ts of a checkout.
  if (basename(script) === 'main.ts') {
    return ['node', resolve(script, '../../../../../scripts/run.mjs'), 'tracklens'];
  }
  return basename(script) === 'tracklens.mjs' ? ['node', script] : ['tracklens'];
}

/**
 * Returns a command of this program about a data folder, in the form in which the program itself was started. It works
 * in any folder: a user who reads it on a page may not know where the program is installed.
 */
export function typedCommand(
  command: 'open' | 'serve' | 'serve --demo' | 'check' | 'check --repair',
  dataFolder: string,
  start = thisStart(),
): string {
  // The user may type it where TRACKLENS_DATA is not set, or is.
  const isDefault = dataFolder === homeDataFolder() && dataFolder === defaultDataFolder();
  const data = isDefault ? '' : ` --data ${quoted(dataFolder, start.shell)}`;
  return `${joined(programWords(start), start.shell)} ${command}${data}`;
}

/** Returns the command that restores a backup. Its target is a new folder: existing files are never replaced. */
export function restoreCommand(start = thisStart()): string {
  return `${joined(programWords(start), start.shell)} restore FILE --data NEW_FOLDER`;
}

/** Returns the command that opens a recording of experiments. */
export function recordingCommand(file: string, start = thisStart()): string {
  return `${joined(programWords(start), start.shell)} demo --recording ${quoted(file, start.shell)}`;
}

/** Extends an `open` command with the path of a page. Omits a path with characters that are special in a shell. */
export function openCommandFor(command: string, pagePath: string): string {
  return pagePath === '/' || !/^(?:\/[\w.~%-]+)+\/?$/.test(pagePath) ? command : `${command} ${pagePath}`;
}
