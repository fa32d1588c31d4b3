import path from 'node:path';
import { defaultDataFolder } from '../data-folder.ts';
import { quoted, type Shell, shellOf } from './shell.ts';

/** How this program was started, which decides how its commands are typed. */
interface Start {
  /** Path of the program. */
  readonly script: string;
  readonly shell: Shell;
}

const thisStart = (): Start => ({ script: process.argv[1] ?? '', shell: shellOf() });

/**
 * Returns a command of this program as it is typed in a shell, by how the program itself was started. It works in any folder: the
 * person who reads it on a page need not know where the program lies.
 */
function typed(verb: 'open' | 'serve', dataFolder: string, { script, shell }: Start): string {
  const { basename, resolve } = shell === 'powershell' ? path.win32 : path.posix;
  const name = basename(script);
  const data = dataFolder === defaultDataFolder ? '' : ` --data ${quoted(dataFolder, shell)}`;
  // Started from source: packages/server/src/main.ts of a checkout.
  const program = name === 'main.ts' ? resolve(script, '../../../../scripts/run.mjs') : script;
  const isCommand = name !== 'main.ts' && name !== 'tracklens.mjs';
  return `${isCommand ? 'tracklens' : `node ${quoted(program, shell)}`} ${verb}${data}`;
}

/** The command that opens the page of the service over a data folder. */
export function openCommand(dataFolder: string, start = thisStart()): string {
  return typed('open', dataFolder, start);
}

/** The command that starts the service over a data folder. */
export function serveCommand(dataFolder: string, start = thisStart()): string {
  return typed('serve', dataFolder, start);
}

/** The same, for one page; only for paths that mean nothing to a shell. */
export function openCommandFor(command: string, pagePath: string): string {
  return pagePath === '/' || !/^(?:\/[\w.~%-]+)+\/?$/.test(pagePath) ? command : `${command} ${pagePath}`;
}
