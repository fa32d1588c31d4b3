import * as vscode from 'vscode';
import type { ConnectionState } from './connection/connection.ts';
import { reported } from './reported.ts';
import type { Services } from './services.ts';

/** Connection as other extensions see it: without its API key. */
interface ConnectionInfo {
  /** Id for `open`. */
  readonly id: string;
  readonly name: string;
  readonly state: ConnectionState['kind'];
  /** Whether commands without a row apply to it. */
  readonly current: boolean;
}

/** Options of `open`. */
interface OpenTargetOptions {
  /** Id of the connection to read from. Default: the current one. */
  readonly connection?: string;
  /** Whether the panel opens next to the active editor group. Default: false. */
  readonly toSide?: boolean;
}

/** Interface for other extensions: `vscode.extensions.getExtension('tracklens.tracklens')?.activate()`. */
export interface TracklensApi {
  /**
   * Opens the panel of a target, for example `{ kind: 'experiment', experimentKey }`. Rejects for an invalid target
   * and for an unknown connection.
   */
  open(target: unknown, options?: OpenTargetOptions): Promise<void>;
  /** Returns the connections of the window. Sends no request. */
  connections(): readonly ConnectionInfo[];
}

/** Returns the interface for other extensions. */
export function extensionApi(services: Pick<Services, 'connections' | 'of'>): TracklensApi {
  const { connections } = services;
  return {
    async open(target, { connection = connections.currentId, toSide = false } = {}) {
      const read = (await import('./uri-target.ts')).readTarget(target);
      if (read === null) throw new TypeError('The target is not one of an experiment, a project, a query or a model.');
      if (!connections.profiles().some(({ id }) => id === connection)) {
        throw new Error(vscode.l10n.t('This window has no connection “{0}”.', connection));
      }
      (await services.of(connection).panels()).open(read, { newPanel: toSide, activate: true });
    },
    connections: () =>
      connections.profiles().map(({ id, name }) => {
        return { id, name, state: connections.of(id).state.kind, current: id === connections.currentId };
      }),
  };
}

/** Returns the handler of the links `vscode://tracklens.tracklens/…`, which open panels. */
export function uriHandler(api: TracklensApi, log: vscode.LogOutputChannel): vscode.UriHandler {
  return {
    handleUri({ path, query }) {
      void reported(log, async () => {
        const { uriTarget } = await import('./uri-target.ts');
        const read = uriTarget(path, query);
        if (read === null) throw new Error(vscode.l10n.t('This link names no experiment, project or model.'));
        await api.open(read.target, read.connection === null ? {} : { connection: read.connection });
      });
    },
  };
}
