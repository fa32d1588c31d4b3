import { Token } from '@lumino/coreutils';
import type { Host } from '@tracklens/core/display';
import type { SavedOnly, Translate } from '@tracklens/ui';
import type { Connection } from './connection/connection.ts';

/** What every plugin here works with. */
export interface Tracklens {
  readonly connection: Connection;
  readonly host: Host;
  readonly translate: Translate;
  /** What an output says in a notebook that is not trusted. */
  readonly untrusted: SavedOnly;
  /** How often a running experiment is read while it is seen. */
  readonly pollMillis: number;
  /** How often rows beside a running experiment are read while they are seen. */
  readonly treePollMillis: number;
}

/** The token of `Tracklens`. */
export const ITracklens = new Token<Tracklens>(
  '@tracklens/jupyterlab-ext:ITracklens',
  'The connection to the experiment-tracking service and how its targets are opened.',
);
