import path from 'node:path';
import type { Shell } from '@tracklens/core/contract';
import { homeDataFolder } from '../data-folder/data-folder.ts';
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

/**
 * Returns a command of this program for a shell, in the form in which the program itself was started. It works in any
 * folder: a user who reads it on a page may not know where the program is installed.
 */
function typed(verb: 'open' | 'serve', dataFolder: string, { script, shell, command }: Start): string {
  const { basename, resolve } = shell === 'powershell' ? path.win32 : path.posix;
  const name = basename(script);
  const isCommand = name !== 'main.ts' && name !== 'tracklens.mjs';
  const data = dataFolder === homeDataFolder ? '' : ` --data ${quoted(dataFolder, shell)}`;
  // Started from source: packages/server/src/cli/main.ts of a checkout.
  const program = name === 'main.ts' ? resolve(script, '../../../../../scripts/run.mjs') : script;
  const words = command ?? (isCommand ? ['tracklens'] : ['node', program]);
  return `${joined(words, shell)} ${verb}${data}`;
}

/** Returns the command that opens the page of the service of a data folder. */
export function openCommand(dataFolder: string, start = thisStart()): string {
  return typed('open', dataFolder, start);
}

/** Returns the command that starts the service of a data folder. */
export function serveCommand(dataFolder: string, start = thisStart()): string {
  return typed('serve', dataFolder, start);
}

/** Extends an `open` command with the path of a page. Omits a path with characters that are special in a shell. */
export function openCommandFor(command: string, pagePath: string): string {
  return pagePath === '/' || !/^(?:\/[\w.~%-]+)+\/?$/.test(pagePath) ? command : `${command} ${pagePath}`;
}
