import { basename } from 'node:path';
import { defaultDataFolder } from '../data-folder.ts';

const quoted = (text: string) => (/^[\w./~:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** How this service was started, to say how another command of it is. */
function program(script: string): string {
  const name = basename(script);
  if (name === 'tracklens.mjs') return `node ${quoted(script)}`;
  return name === 'main.ts' ? 'npm run open --' : 'tracklens';
}

/** The command that opens the page of the service over a data folder, as a person types it. */
export function openCommand(dataFolder: string, script = process.argv[1] ?? ''): string {
  const command = program(script);
  const verb = command.startsWith('npm') ? command : `${command} open`;
  return dataFolder === defaultDataFolder ? verb.replace(/ --$/, '') : `${verb} --data ${quoted(dataFolder)}`;
}

/** The same, for one page; only for paths that mean nothing to a shell. */
export function openCommandFor(command: string, path: string): string {
  if (path === '/' || !/^(?:\/[\w.~%-]+)+\/?$/.test(path)) return command;
  return `${command.startsWith('npm') && !command.includes(' -- ') ? `${command} --` : command} ${path}`;
}
