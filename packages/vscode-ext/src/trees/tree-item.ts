import type { TreeNode, TreeNodeKind } from '@tracklens/ui/trees';
import { isRecording } from '../connection/connection-ids.ts';
import { t } from '../sentence.ts';

/** Plain data of a tree row, without `vscode` classes, so that it can be tested outside the editor. */
export interface TreeRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: { readonly id: string; readonly color?: string };
  readonly expandable: boolean;
  /**
   * Space-separated words that `when` clauses of menus match: the kind, `target` if the row can be opened,
   * `displayable` if a cell can show it, `saved` for a connection that the user signed in to, `starred`, `sourced` if
   * the source experiment is known, and the state of an experiment.
   */
  readonly contextValue: string;
  /** Command that runs on click. */
  readonly command?: 'tracklens.previewTarget' | 'tracklens.showMore' | 'tracklens.refreshTrees';
  /** Label for screen readers. */
  readonly spoken: string;
}

/** Returns the row of a tree node. */
export function treeRow(node: TreeNode): TreeRow {
  const isStarred = node.kind === 'experiment' && node.starred;
  const description = [isStarred ? '★' : '', node.badge, node.description].filter(Boolean).join('  ·  ');
  const command = clickOf(node);
  return {
    id: node.id,
    label: isolated(node.label),
    description,
    icon: iconOf(node),
    expandable: node.expandable,
    contextValue: wordsOf(node).join(' '),
    ...(command ? { command } : {}),
    spoken: [
      kindText(node.kind),
      isStarred ? t('starred') : '',
      node.label,
      node.badge,
      // The description contains the other states.
      node.kind === 'experiment' && node.state === 'finished' && t('finished'),
      node.description,
    ]
      .filter(Boolean)
      .join(', '),
  };
}

/** Letters that are written from right to left: Hebrew, Arabic, Syriac and their neighbors in Unicode. */
const rightToLeft = /[\u0590-\u08ff]/;

/** Returns a name that does not move the description, which the editor writes behind it in the same line. */
function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

function kindText(kind: TreeNodeKind): string {
  switch (kind) {
    case 'connection':
      return t('connection');
    case 'workspace':
      return t('workspace');
    case 'project':
      return t('project');
    case 'experiment':
      return t('experiment');
    case 'search':
      return t('search');
    case 'group':
      return t('group');
    case 'model':
      return t('model');
    case 'version':
      return t('version');
    case 'artifact':
      return t('artifact');
    case 'artifact-version':
      return t('artifact version');
    case 'file':
      return t('file');
    case 'more':
      return t('more');
    case 'empty':
      return t('empty');
    case 'problem':
      return t('problem');
  }
}

function clickOf(node: TreeNode): TreeRow['command'] {
  if (node.kind === 'more') return 'tracklens.showMore';
  if (node.kind === 'problem') return 'tracklens.refreshTrees';
  // A click toggles other rows with children; their panels open from the button or menu of the row.
  return node.kind === 'experiment' || node.kind === 'file' || (node.target && !node.expandable)
    ? 'tracklens.previewTarget'
    : undefined;
}

function wordsOf(node: TreeNode): string[] {
  const displayable = node.target?.kind === 'experiment' || node.target?.kind === 'project';
  return [
    node.kind,
    ...(node.kind === 'connection' && node.saved ? ['saved'] : []),
    ...(node.kind === 'connection' && isRecording(node.connection) ? ['recording'] : []),
    ...(node.target ? ['target'] : []),
    ...(displayable ? ['displayable'] : []),
    ...(node.kind === 'experiment' && node.starred ? ['starred'] : []),
    ...('source' in node && node.source ? ['sourced'] : []),
    ...(node.kind === 'experiment' ? [node.state] : []),
  ];
}

function iconOf(node: TreeNode): TreeRow['icon'] {
  switch (node.kind) {
    case 'connection':
      return { id: node.broken ? 'debug-disconnect' : 'circle-filled', color: `charts.${node.color}` };
    case 'workspace':
      return { id: 'organization' };
    case 'project':
      return { id: 'project' };
    case 'experiment':
      return stateIcons[node.state];
    case 'search':
      return { id: 'search' };
    case 'group':
      return { id: 'list-tree' };
    case 'model':
      return { id: 'package' };
    case 'artifact':
      return { id: 'archive' };
    case 'file':
      return { id: 'file' };
    case 'artifact-version':
      return { id: 'versions' };
    case 'version':
      return { id: 'tag', ...(node.badge && { color: statusColors[node.badge.toLowerCase()] ?? 'charts.blue' }) };
    case 'more':
      return { id: 'ellipsis' };
    case 'empty':
      return { id: 'info' };
    case 'problem':
      return node.failure.kind === 'aborted'
        ? { id: 'circle-slash' }
        : { id: 'warning', color: 'list.warningForeground' };
  }
}

const stateIcons = {
  running: { id: 'play-circle', color: 'charts.blue' },
  finished: { id: 'pass', color: 'charts.green' },
  crashed: { id: 'error', color: 'charts.red' },
} as const;

const statusColors: Readonly<Record<string, string>> = {
  production: 'charts.green',
  staging: 'charts.yellow',
  qa: 'charts.yellow',
  archived: 'disabledForeground',
};
