import type { CommandDefinition } from './command-definitions.ts';
import { type OptionName, options } from './command-options.ts';

/** Returns a list with two columns; further lines of a text are aligned with the first. */
function listText(entries: ReadonlyArray<readonly [name: string, text: string]>): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  const indent = ' '.repeat(width + 4);
  return entries.map(([name, text]) => `  ${name.padEnd(width)}  ${text.replaceAll('\n', `\n${indent}`)}\n`).join('');
}

const nameWithArgument = (name: string, { argument }: CommandDefinition) =>
  argument === undefined ? name : `${name} ${argument}`;

/** Returns the help of the program: its commands. */
export function programHelp(commands: Readonly<Record<string, CommandDefinition>>): string {
  const list = Object.entries(commands).map(
    ([name, command]) => [nameWithArgument(name, command), command.summary] as const,
  );
  return `Usage: tracklens COMMAND [options]

${listText(list)}
tracklens COMMAND --help explains a command and its options. tracklens --version prints the version.
`;
}

function optionEntry(name: OptionName, { dataFolder }: CommandDefinition): readonly [name: string, text: string] {
  const option = options[name];
  const value = 'value' in option ? ` ${option.value}` : '';
  const folder = name === 'data' ? dataFolder() : null;
  return [`--${name}${value}`, folder === null ? option.help : `${option.help} (default ${folder})`];
}

/** Returns the help of a command: what it does, and its options. */
export function commandHelp(name: string, command: CommandDefinition): string {
  const list = [...command.options, 'help' as const].map((option) => optionEntry(option, command));
  return `Usage: tracklens ${nameWithArgument(name, command)} [options]

${command.help}

${listText(list)}`;
}
