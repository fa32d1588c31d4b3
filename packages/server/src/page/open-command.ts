import path from 'node:path';
import { defaultDataFolder } from '../data-folder/data-folder.ts';
import { quoted, type Shell, shellOf } from './shell.ts';

/** How this program was started; the form of its commands depends on it. */
interface Start {
  /** Path of the program. */
  readonly script: string;
  readonly shell: Shell;
}

const thisStart = (): Start => ({ script: process.argv[1] ?? '', shell: shellOf() });

/**
 * Returns a command of this program for a shell, in the form in which the program itself was started. It works in any
 * folder: a user who reads it on a page may not know where the program is installed.
 */
function typed(verb: 'open' | 'serve', dataFolder: string, { script, shell }: Start): string {
  const { basename, resolve } = shell === 'powershell' ? path.win32 : path.posix;
  const name = basename(script);
  const data = dataFolder === defaultDataFolder ? '' : ` --data ${quoted(dataFolder, shell)}`;
  // Started from source: packages/server/src/cli/main.ts of a checkout.
  const program = name === 'main.ts' ? resolve(script, '../../../../../scripts/run.mjs') : script;
  const isCommand = name !== 'main.ts' && name !== 'tracklens.mjs';
  return `${isCommand ? 'tracklens' : `node ${quoted(program, shell)}`} ${verb}${data}`;
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
