import type { CommandDefinition } from './command-definitions.ts';
import { type OptionName, options } from './command-options.ts';

/** Column where the second column of a list starts. */
const column = 24;

/** Returns one entry of a list; further lines of its text are aligned with the first. */
function entry(name: string, text: string): string {
  const lines = text.split('\n').join(`\n${' '.repeat(column)}`);
  return `  ${name.padEnd(column - 4)}  ${lines}\n`;
}

const nameWithArgument = (name: string, { argument }: CommandDefinition) =>
  argument === undefined ? name : `${name} ${argument}`;

/** Returns the help of the program: its commands. */
export function programHelp(commands: Readonly<Record<string, CommandDefinition>>): string {
  const list = Object.entries(commands).map(([name, command]) =>
    entry(nameWithArgument(name, command), command.summary),
  );
  return `Usage: tracklens COMMAND [options]

${list.join('')}
tracklens COMMAND --help explains a command and its options. tracklens --version prints the version.
`;
}

function optionEntry(name: OptionName, { dataFolder }: CommandDefinition): string {
  const option = options[name];
  const value = 'value' in option ? ` ${option.value}` : '';
  return entry(`--${name}${value}`, name === 'data' ? `${option.help} (default ${dataFolder})` : option.help);
}

/** Returns the help of a command: what it does, and its options. */
export function commandHelp(name: string, command: CommandDefinition): string {
  const list = [...command.options, 'help' as const].map((option) => optionEntry(option, command));
  return `Usage: tracklens ${nameWithArgument(name, command)} [options]

${command.help}

${list.join('')}`;
}
