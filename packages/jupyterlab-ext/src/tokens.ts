import { Token } from '@lumino/coreutils';
import type { Host } from '@tracklens/core/display';
import type { PluralTranslate, SavedOnly } from '@tracklens/ui';
import type { Connection } from './connection/connection.ts';

/** Dependencies shared by all plugins. */
export interface Tracklens {
  readonly connection: Connection;
  readonly host: Host;
  readonly translate: PluralTranslate;
  /** Message that outputs of an untrusted notebook show. */
  readonly untrusted: SavedOnly;
  /** Polling interval for a visible running experiment, in milliseconds. */
  readonly pollMillis: number;
  /** Polling interval for visible tree rows next to a running experiment, in milliseconds. */
  readonly treePollMillis: number;
}

/** Lumino token of `Tracklens`. */
export const ITracklens = new Token<Tracklens>(
  '@tracklens/jupyterlab-ext:ITracklens',
  'The connection to the experiment-tracking service and how its targets are opened.',
);
