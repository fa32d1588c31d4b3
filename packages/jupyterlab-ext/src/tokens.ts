import type { CommandRegistry } from '@lumino/commands';
import { Token } from '@lumino/coreutils';
import type { Host, HostManagement } from '@tracklens/core/display';
import type { OfflineReason, PluralTranslate } from '@tracklens/ui';
import type { ManageDefinition, Subject } from '@tracklens/ui/manage';
import type { UserConnections } from './connections/user-connections.ts';
import type { ServiceClients } from './service/service-clients.ts';

/** Edits the name in a row of a tree; null if the row is not on the screen. */
export type InPlaceEditor = (value: string) => Promise<string | null> | null;

/** How a command is run. */
export interface CommandRun {
  /** Editor of a name in its place. */
  readonly inPlace?: InPlaceEditor | null;
  /** Id of the connection of the subjects. Default: the active one. */
  readonly connection?: string | undefined;
  /** Text that a command saves in place of asking for one. */
  readonly text?: string | undefined;
}

/** Changes on the service, made by commands on rows of the trees and in panels. */
export interface Management extends HostManagement {
  /** Returns the changes on the service of a connection; default: the active one. */
  at(connection: string | undefined): HostManagement;
  /** Runs a command on subjects and shows the result. Resolves to whether it changed something. */
  runFor(definition: ManageDefinition, subjects: readonly Subject[], run?: CommandRun): Promise<boolean>;
}

/** Dependencies shared by all plugins. */
export interface Tracklens {
  readonly clients: ServiceClients;
  readonly connections: UserConnections;
  readonly host: Host;
  readonly commands: CommandRegistry;
  /** Changes on the service; panels make them through it, outputs do not. */
  readonly management: Management;
  readonly translate: PluralTranslate;
  /** Message that outputs of an untrusted notebook show. */
  readonly untrusted: OfflineReason;
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
