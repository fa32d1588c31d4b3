import { InputDialog } from '@jupyterlab/apputils';
import type { CommandRegistry } from '@lumino/commands';
import type { Target } from '@tracklens/core/display';
import { loadViews } from '../load-views.ts';
import { readOpenArguments } from '../panels/open-arguments.ts';
import type { Selection } from '../sidebar/selection.ts';
import type { Tracklens } from '../tokens.ts';

/** What commands work with. */
export interface CommandContext {
  readonly tracklens: Tracklens;
  /** Null where the sidebar is switched off. */
  readonly selection: Selection | null;
}

/** A command as the registry takes it. */
export type Command = CommandRegistry.ICommandOptions;

/** Arguments of a command that takes none. */
export const noArguments = { args: { type: 'object', properties: {} } } as const;

/** Arguments of a command that acts on a target, else on the chosen row. */
export const targetArgument = { args: { type: 'object', properties: { target: { type: 'object' } } } } as const;

/** Arguments of a command that is called otherwise in the palette, which shows no category beside what was searched for. */
export const placeArgument = {
  args: { type: 'object', properties: { isPalette: { type: 'boolean' }, isLauncher: { type: 'boolean' } } },
} as const;

/** Arguments of a command that asks for texts when they are not given. */
export function textArguments(...names: string[]): NonNullable<Command['describedBy']> {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  return { args: { type: 'object', properties } } as NonNullable<Command['describedBy']>;
}

/** What a command acts upon: what it was given, else what is chosen in the sidebar. */
export function chosenTarget(
  { selection }: CommandContext,
  args: Parameters<typeof readOpenArguments>[0],
): Target | null {
  return readOpenArguments(args)?.target ?? selection?.current()?.target ?? null;
}

/** Does what may fail, and says so with the way out. */
export async function reporting({ translate, host }: Tracklens, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { failureOf, messageText, remedyText } = await loadViews();
    const failure = failureOf(error);
    host.report({ message: messageText(failure, translate), remedy: remedyText(failure, translate) });
  }
}

/** The address of the service; null where none is configured, which is said then. */
export async function serviceAddress({ connection, translate, host }: Tracklens): Promise<string | null> {
  const status = await connection.status();
  if (status.configured) return status.url;
  host.report({ message: translate(status.message), remedy: translate(status.remedy) });
  return null;
}

/** Asks for a line of text; null when the person left, or left it empty. */
export async function askLine(given: {
  readonly title: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly okLabel: string;
}): Promise<string | null> {
  return (await InputDialog.getText(given)).value?.trim() || null;
}
