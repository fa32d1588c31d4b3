import { Target } from '@tracklens/core/display';
import { checkedMessage } from './checked-message.ts';

/** Target of a link to the editor, and the connection that it is read from; null is the current one. */
export interface UriTarget {
  readonly target: Target;
  readonly connection: string | null;
}

/**
 * Returns the target of a link: `/experiment/KEY`, `/project/WORKSPACE/PROJECT` or
 * `/model/WORKSPACE/NAME[/VERSION]`, each with an optional `connection=` query. Null for any other.
 */
export function uriTarget(path: string, query: string): UriTarget | null {
  const target = readTarget(targetOf(path));
  return target && { target, connection: new URLSearchParams(query).get('connection') };
}

/** Checks a target of a link or of another extension; null when it is invalid. */
export const readTarget = (target: unknown): Target | null => checkedMessage(Target, target);

function targetOf(path: string): unknown {
  const [kind, ...names] = path.slice(1).split('/');
  if (names.some((name) => name === '')) return null;
  const [first, second, version] = names;
  switch (`${kind} ${names.length}`) {
    case 'experiment 1':
      return { kind, experimentKey: first };
    case 'project 2':
      return { kind, workspace: first, projectName: second };
    case 'model 2':
      return { kind, workspace: first, modelName: second };
    case 'model 3':
      return { kind, workspace: first, modelName: second, version };
    default:
      return null;
  }
}
