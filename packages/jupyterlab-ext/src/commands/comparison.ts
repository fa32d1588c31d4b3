import type { CommandRegistry } from '@lumino/commands';
import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';
import type { TreeNode } from '@tracklens/ui';
import { commandIds } from '../command-ids.ts';
import type { Selection } from '../sidebar/selection.ts';
import type { Tracklens } from '../tokens.ts';
import { type Command, noArguments } from './command-context.ts';

/** Returns the command that compares the selected experiments in the view of their project. */
export function compare(commands: CommandRegistry, { translate, host }: Tracklens, selection: Selection): Command {
  const experiments = () => selection.all().filter(({ kind }) => kind === 'experiment');
  return {
    label: translate('Compare Experiments'),
    caption: translate('Compare the selected experiments of a project'),
    describedBy: noArguments,
    isEnabled: () => experiments().length > 1,
    async execute() {
      const open = comparison(experiments());
      if (open) await commands.execute(commandIds.open, open);
      else
        host.report({
          message: translate('Nothing was compared.'),
          remedy: translate('Select two or more experiments of one project.'),
        });
    },
  };
}

/**
 * Returns the `open` arguments that compare experiments in their project view; null unless they are at least two of
 * one project.
 */
function comparison(nodes: readonly TreeNode[]): ReadonlyPartialJSONObject | null {
  const chosen = nodes.flatMap(({ id, target }) =>
    target?.kind === 'experiment'
      ? [{ key: target.experimentKey, path: (JSON.parse(id) as string[]).slice(0, 2) }]
      : [],
  );
  const keys = [...new Set(chosen.map(({ key }) => key))];
  const [workspace, projectName] = chosen[0]?.path ?? [];
  if (keys.length < 2 || workspace === undefined || projectName === undefined) return null;
  if (chosen.some(({ path }) => path[0] !== workspace || path[1] !== projectName)) return null;
  const state = { version: 1, selection: keys, project: { part: 'compare' } };
  return { target: { kind: 'project', workspace, projectName }, state };
}
