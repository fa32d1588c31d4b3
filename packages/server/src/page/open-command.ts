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

/** A command of this program as it is typed in a shell, by how the program itself was started. */
function typed(verb: 'open' | 'serve', dataFolder: string, { script, shell }: Start): string {
  const name = (shell === 'powershell' ? path.win32 : path.posix).basename(script);
  const fromSource = name === 'main.ts';
  const data = dataFolder === defaultDataFolder ? '' : ` --data ${quoted(dataFolder, shell)}`;
  // In PowerShell npm loses the `--` before its script's own arguments.
  if (fromSource && shell === 'powershell') return `node scripts/run.mjs ${verb}${data}`;
  if (fromSource) return `npm run ${verb}${data && ` --${data}`}`;
  return `${name === 'tracklens.mjs' ? `node ${quoted(script, shell)}` : 'tracklens'} ${verb}${data}`;
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
  if (pagePath === '/' || !/^(?:\/[\w.~%-]+)+\/?$/.test(pagePath)) return command;
  return `${command.startsWith('npm') && !command.includes(' -- ') ? `${command} --` : command} ${pagePath}`;
}
