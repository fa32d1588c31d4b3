import type { ConnectionColor } from '@tracklens/core/client';
import type { TreeNode } from '@tracklens/ui/trees';
import type { ConnectionState } from '../connection/connection.ts';
import { isSaved } from '../connection/connection-ids.ts';
import type { ConnectionProfile } from '../connection/connection-profiles.ts';
import { t } from '../sentence.ts';

/** Row of a connection, the root of its part of a tree. */
export interface ConnectionNode extends TreeNode {
  readonly kind: 'connection';
  readonly connection: string;
  readonly color: ConnectionColor;
  /** Whether the user signed in to the service, so that the connection has a name and a key. */
  readonly saved: boolean;
  /** Whether the connection could not be made. */
  readonly broken: boolean;
}

/** Whether a row is that of a connection. */
export function isConnectionNode(node: TreeNode | undefined): node is ConnectionNode {
  return node?.kind === 'connection';
}

/** Returns the row of a connection. */
export function connectionNode({ id, name, color }: ConnectionProfile, state: ConnectionState): ConnectionNode {
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
export function nodeBelow<Node extends TreeNode>(connection: string, node: Node): Node {
  return { ...node, id: idBelow(connection, node.id), connection };
}

/** Returns the id of a node below the row of a connection. */
export function idBelow(connection: string, id: string): string {
  return JSON.stringify([prefixOf(connection), ...(JSON.parse(id) as string[])]);
}

/** Returns a node as its connection's own tree knows it. */
export function ownNode<Node extends TreeNode>(node: Node): Node {
  if (node.connection === undefined || isConnectionNode(node)) return node;
  return { ...node, id: JSON.stringify((JSON.parse(node.id) as string[]).slice(1)) };
}

const prefixOf = (connection: string) => `connection ${connection}`;
const rootId = (connection: string) => JSON.stringify([prefixOf(connection)]);

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
    case 'signedOut':
      return t('signed out');
    case 'misconfigured':
      return t('settings not used');
    case 'refused':
      return t('API key rejected');
    case 'unreachable':
      return t('no response');
    case 'limited':
      return t('too many requests');
    case 'failed':
      return t('service error');
  }
}
