import type { API } from '@tracklens/core/browser';
import * as v from 'valibot';
import { countText } from '../text/number-text.ts';
import { naturalOrder } from '../text/text-order.ts';
import type { Translate } from '../text/translate.ts';
import type { OrderedExperiments } from './experiment-nodes.ts';
import type { TreeNode } from './tree-node.ts';
import { treeNodeId } from './tree-node-id.ts';

/** Property by which the experiments of a project are grouped. */
export const ExperimentGrouping = v.variant('by', [
  v.object({ by: v.literal('tag') }),
  v.object({ by: v.literal('parameter'), name: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)) }),
]);
export type ExperimentGrouping = v.InferOutput<typeof ExperimentGrouping>;

/** Grouping that a user can choose, with its label. */
export interface GroupingChoice {
  readonly label: string;
  /** Null for no grouping. */
  readonly group: ExperimentGrouping | null;
}

/** Names of a project and its workspace. */
export interface Project {
  readonly workspace: string;
  readonly projectName: string;
}

/** Returns what the experiments of a project can be grouped by; null if the service does not group experiments. */
export async function groupingChoices(
  api: API,
  { workspace, projectName }: Project,
  t: Translate,
): Promise<readonly GroupingChoice[] | null> {
  const [tags, columns] = await Promise.all([
    api.getExperimentGroups(workspace, projectName),
    api.getQueryVariables(workspace, projectName),
  ]);
  if (tags === null) return null;
  const parameters = columns.filter(({ source }) => source === 'params').map(({ name }) => name);
  return [
    { label: t('No Grouping'), group: null },
    { label: t('Tags'), group: { by: 'tag' } },
    ...[...new Set(parameters)]
      .sort(naturalOrder)
      .map((name) => ({ label: t('Parameter %1', name), group: { by: 'parameter' as const, name } })),
  ];
}

/** Whether two groupings are the same. */
export const isSameGrouping = (a: ExperimentGrouping | null, b: ExperimentGrouping | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Group of a project with its experiments. */
export interface ListedGroup {
  readonly node: TreeNode;
  readonly list: OrderedExperiments;
}

/** Experiments of a project with their grouping. */
interface GroupedList {
  readonly grouping: ExperimentGrouping;
  readonly list: OrderedExperiments;
  readonly signal: AbortSignal | undefined;
  readonly t: Translate;
}

/** Returns the groups of a project with their experiments; null if the service does not group experiments. */
export async function listedGroups(
  api: API,
  { workspace, projectName }: Project,
  { grouping, list: { experiments, order }, signal, t }: GroupedList,
): Promise<readonly ListedGroup[] | null> {
  const parameter = grouping.by === 'parameter' ? { parameter: grouping.name } : {};
  const groups = await api.getExperimentGroups(workspace, projectName, { signal, ...parameter });
  if (groups === null) return null;
  const byKey = new Map(experiments.map((one) => [one.metadata.experimentKey, one]));
  const listed = groups.map(({ value, experimentKeys }) => {
    const members = experimentKeys.flatMap((key) => byKey.get(key) ?? []);
    const node: TreeNode = {
      // What is grouped by is part of the id, because two parameters may have the same values.
      id: treeNodeId(null, workspace, projectName, `\0group ${JSON.stringify(grouping)}`, JSON.stringify(value)),
      kind: 'group',
      workspace,
      projectName,
      ...groupTexts(grouping, value, t),
      badge: countText(members.length),
      expandable: true,
    };
    return { node, list: { experiments: members, order } };
  });
  return listed.filter(({ list }) => list.experiments.length > 0);
}

function groupTexts(grouping: ExperimentGrouping, value: string | null, t: Translate) {
  if (grouping.by === 'tag') return { label: value ?? t('No tag') };
  if (value === null) return { label: t('%1: none', grouping.name) };
  return { label: `${grouping.name} = ${value}` };
}
