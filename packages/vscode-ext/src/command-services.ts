import type { TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { type Services, treesOf } from './services.ts';
import { isConnectionNode, ownNode } from './trees/connection-nodes.ts';
import { UnmetCondition } from './unmet-condition.ts';

/** Arguments of a command: the services of the connection that it applies to, and its rows. */
export interface CommandArguments {
  readonly services: Services;
  readonly node: TreeNode | undefined;
  readonly nodes: readonly TreeNode[];
}

/**
 * Returns the arguments of a command that the editor runs on a row, or on several if they are selected. The connection
 * is that of the rows; without rows that of the active panel, else that of the selected rows of the experiments, else
 * the current one.
 *
 * @throws Error when the rows belong to several connections
 */
export function commandArguments(
  services: Services,
  activeConnection: string | null,
  node: TreeNode | undefined,
  selected: unknown,
): CommandArguments {
  const given: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [node];
  const rows = given.filter(isRow);
  const ofRows = connectionOfRows(rows);
  const ofSelection = services.trees.experiments.selection.find((row) => !isConnectionNode(row))?.connection;
  const connection = rows.length > 0 ? ofRows : (activeConnection ?? ofSelection);
  return {
    services: connection === undefined ? services : services.of(connection),
    node: isRow(node) ? latestNode(services, node) : node,
    nodes: rows.map((row) => latestNode(services, row)),
  };
}

/** Whether an argument is a row: menus of editors and files pass a URI, as do links. */
function isRow(given: unknown): given is TreeNode {
  return typeof given === 'object' && given !== null && 'id' in given;
}

/** Returns the latest data of a row, as the tree of its connection knows it. The editor passes what it received. */
function latestNode(services: Pick<Services, 'trees'>, row: TreeNode): TreeNode {
  const found = treesOf(services).map((tree) => tree.latest(row));
  return ownNode(found.find((latest) => latest !== undefined) ?? row);
}

/**
 * Returns the id of the connection of rows; undefined for rows of the only connection.
 *
 * @throws Error when they belong to several connections
 */
export function connectionOfRows(rows: readonly TreeNode[]): string | undefined {
  const connections = new Set(rows.map(({ connection }) => connection));
  if (connections.size > 1) throw new UnmetCondition(vscode.l10n.t('Select items of one connection.'));
  return rows[0]?.connection;
}
