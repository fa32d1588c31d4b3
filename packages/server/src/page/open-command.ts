import { basename } from 'node:path';
import { defaultDataFolder } from '../data-folder.ts';

const quoted = (text: string) => (/^[\w./~:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** How a command of this program is typed, by how the program itself was started. */
function typed(verb: 'open' | 'serve', dataFolder: string, script: string): string {
  const name = basename(script);
  const run =
    name === 'main.ts'
      ? `npm run ${verb}`
      : `${name === 'tracklens.mjs' ? `node ${quoted(script)}` : 'tracklens'} ${verb}`;
  if (dataFolder === defaultDataFolder) return run;
  return `${run}${name === 'main.ts' ? ' --' : ''} --data ${quoted(dataFolder)}`;
}

/** The command that opens the page of the service over a data folder, as a person types it. */
export function openCommand(dataFolder: string, script = process.argv[1] ?? ''): string {
  return typed('open', dataFolder, script);
}

/** The command that starts the service over a data folder. */
export function serveCommand(dataFolder: string, script = process.argv[1] ?? ''): string {
  return typed('serve', dataFolder, script);
}

/** The same, for one page; only for paths that mean nothing to a shell. */
export function openCommandFor(command: string, path: string): string {
  if (path === '/' || !/^(?:\/[\w.~%-]+)+\/?$/.test(path)) return command;
  return `${command.startsWith('npm') && !command.includes(' -- ') ? `${command} --` : command} ${path}`;
}
