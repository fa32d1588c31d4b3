import { InputDialog } from '@jupyterlab/apputils';
import type { CommandRegistry } from '@lumino/commands';
import type { Target } from '@tracklens/core/display';
import { loadViews } from '../load-views.ts';
import { readOpenArguments } from '../panels/open-arguments.ts';
import type { Selection } from '../sidebar/selection.ts';
import type { Tracklens } from '../tokens.ts';

/** Dependencies of the commands. */
export interface CommandContext {
  readonly tracklens: Tracklens;
  /** Null when the sidebar plugin is disabled. */
  readonly selection: Selection | null;
}

/** Command options of the registry. */
export type Command = CommandRegistry.ICommandOptions;

/** Argument schema of a command without arguments. */
export const noArguments = { args: { type: 'object', properties: {} } } as const;

/** Argument schema of a command that acts on a target, or else on the selected row. */
export const targetArgument = { args: { type: 'object', properties: { target: { type: 'object' } } } } as const;

/**
 * Argument schema of a command whose label depends on where it is shown. The palette, for example, does not show the
 * category next to search results.
 */
export const pathArgument = {
  args: { type: 'object', properties: { isPalette: { type: 'boolean' }, isLauncher: { type: 'boolean' } } },
} as const;

/** Returns the argument schema of a command that prompts for missing text arguments. */
export function textArguments(...names: string[]): NonNullable<Command['describedBy']> {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  return { args: { type: 'object', properties } } as NonNullable<Command['describedBy']>;
}

/** Returns the target of a command: from its arguments, or else from the selected row. */
export async function chosenTarget(
  { selection }: CommandContext,
  args: Parameters<typeof readOpenArguments>[0],
): Promise<Target | null> {
  // Read before the first `await`: by the time the arguments are validated, the context menu is closed.
  const selected = selection?.current()?.target ?? null;
  return args.target === undefined ? selected : ((await readOpenArguments(args))?.target ?? selected);
}

/** Returns the targets of a command: from its arguments, or else from the selected rows. */
export async function chosenTargets(
  { selection }: Pick<CommandContext, 'selection'>,
  args: Parameters<typeof readOpenArguments>[0],
): Promise<readonly Target[]> {
  // Read before the first `await`, as above.
  const selected = (selection?.all() ?? []).flatMap(({ target }) => target ?? []);
  if (args.target === undefined) return selected;
  const given = await readOpenArguments(args);
  return given === null ? selected : [given.target];
}

/** Runs `work` and reports an error together with its remedy. */
export async function reporting({ translate, host }: Tracklens, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { failureOf, messageText, remedyText } = await loadViews();
    const failure = failureOf(error);
    host.report({ message: messageText(failure, translate), remedy: remedyText(failure, translate) });
  }
}

/** Returns the service URL. When none is configured, reports that and returns null. */
export async function serviceAddress({ clients, translate, host }: Tracklens): Promise<string | null> {
  const status = await clients.status();
  if (status.configured) return status.url;
  host.report({ message: translate(status.message), remedy: translate(status.remedy) });
  return null;
}

/** Prompts for a line of text; null when it is empty or the dialog was cancelled. */
export async function askLine(given: {
  readonly title: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly okLabel: string;
}): Promise<string | null> {
  return (await InputDialog.getText(given)).value?.trim() || null;
}
