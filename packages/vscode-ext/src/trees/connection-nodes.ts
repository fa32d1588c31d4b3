import { idBelow, ownId, type TreeNode, type TreeNodeOf, treeNodeId } from '@tracklens/ui/trees';
import type { ConnectionState } from '../connection/connection.ts';
import { isSaved } from '../connection/connection-ids.ts';
import type { ConnectionProfile } from '../connection/connection-profiles.ts';
import { t } from '../sentence.ts';

/** Whether a row is that of a connection. */
export function isConnectionNode(node: TreeNode | undefined): node is TreeNodeOf<'connection'> {
  return node?.kind === 'connection';
}

/** Returns the row of a connection. */
export function connectionNode(
  { id, name, color }: ConnectionProfile,
  state: ConnectionState,
): TreeNodeOf<'connection'> {
  return {
    id: rootId(id),
    kind: 'connection',
    label: name,
    description: descriptionOf(state, name),
    tooltip:
      'message' in state ? `${name}\n${state.message}` : state.kind === 'connected' ? `${name}\n${state.url}` : name,
    expandable: true,
    connection: id,
    color,
    saved: isSaved(id),
    broken: 'message' in state,
  };
}

/** Returns a node of a connection's own tree as a node below the row of the connection. */
export function nodeBelow<Node extends Pick<TreeNode, 'id'>>(connection: string, node: Node) {
  return { ...node, id: idBelow(rootId(connection), node.id), connection };
}

/** Returns a node as its connection's own tree knows it. */
export function ownNode<Node extends TreeNode>(node: Node): Node {
  if (node.connection === undefined || isConnectionNode(node)) return node;
  return { ...node, id: ownId(rootId(node.connection), node.id) };
}

const rootId = (connection: string) => treeNodeId(null, `connection ${connection}`);

function descriptionOf(state: ConnectionState, name: string): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'connecting':
      return t('connecting');
    case 'connected': {
      const { host } = new URL(state.url);
      return host === name ? t('connected') : host;
    }
    case 'signed-out':
      return t('signed out');
    case 'misconfigured':
      return t('settings not used');
    case 'unauthorized':
      return t('API key rejected');
    case 'unreachable':
      return t('no response');
    case 'rate-limited':
      return t('too many requests');
    case 'failed':
      return t('service error');
  }
}
