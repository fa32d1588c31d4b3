import { Dialog, showDialog } from '@jupyterlab/apputils';
import { fileIcon, runIcon, stopIcon } from '@jupyterlab/ui-components';
import { reasonOf } from '@tracklens/core/client';
import type { ReportedError } from '@tracklens/core/display';
import { commandIds } from '../command-ids.ts';
import { type Command, noArguments } from '../commands/command-context.ts';
import { connectionIcon, tracklensIcon } from '../icons.ts';
import type { Tracklens } from '../tokens.ts';
import type { ConnectionList, NamedConnection } from './connection-list.ts';

const connectionArgument = {
  args: { type: 'object', properties: { id: { type: ['string', 'null'], description: 'Id of the connection.' } } },
} as const;

/** Returns the commands on connections by their ids. Without an argument they act on the active connection. */
export function connectionCommands(tracklens: Tracklens): Record<string, Command> {
  const { translate, connections } = tracklens;
  const acting = (work: (connection: NamedConnection) => Promise<unknown>) => (args: { readonly id?: unknown }) =>
    reportingFailure(tracklens, async () => {
      const connection = await chosen(tracklens, args.id);
      if (connection !== null) await work(connection);
    });
  return {
    [commandIds.useConnection]: {
      label: ({ name, active }) => {
        if (typeof name !== 'string') return translate('Use the Configured Service');
        return active === true ? translate('%1 (active)', name) : name;
      },
      caption: translate('Show the experiments of this connection'),
      icon: ({ color }) => connectionIcon(String(color ?? '')),
      isToggled: ({ active }) => active === true,
      describedBy: connectionArgument,
      execute: ({ id }) =>
        reportingFailure(tracklens, async () => void (await connections.activate(typeof id === 'string' ? id : null))),
    },
    [commandIds.editConnection]: {
      label: ({ name }) => (typeof name === 'string' ? translate('Edit “%1”…', name) : translate('Edit Connection…')),
      caption: translate('Change the name and the color of a connection'),
      describedBy: connectionArgument,
      execute: acting(async (connection) => (await import('./sign-in.ts')).showEdit(tracklens, connection)),
    },
    [commandIds.signOut]: {
      label: ({ name, isLocal }) => {
        if (typeof name !== 'string') return translate('Sign Out…');
        return isLocal === true ? translate('Remove “%1”…', name) : translate('Sign Out of “%1”…', name);
      },
      caption: translate('Remove the connection and its key from the Jupyter server'),
      describedBy: connectionArgument,
      execute: acting((connection) => signOut(tracklens, connection)),
    },
    [commandIds.stopLocalService]: {
      label: translate('Stop the Local Service'),
      caption: translate('Stop the local service that this Jupyter server has started; its data remain'),
      icon: stopIcon,
      describedBy: connectionArgument,
      execute: acting(async ({ name, dataFolder, startedHere }) => {
        if (dataFolder !== undefined && startedHere) await connections.stopLocalService(dataFolder);
        else tracklens.host.report({ message: translate('“%1” was not started by this Jupyter server.', name) });
      }),
    },
    ...startCommands(tracklens),
  };
}

function startCommands(tracklens: Tracklens): Record<string, Command> {
  const { translate, connections } = tracklens;
  return {
    [commandIds.signIn]: {
      label: translate('Sign In…'),
      caption: translate('Connect to a service by its address and an API key'),
      icon: tracklensIcon,
      describedBy: { args: { type: 'object', properties: { url: { type: 'string' } } } },
      execute: async ({ url }) =>
        (await import('./sign-in.ts')).showSignIn(tracklens, typeof url === 'string' ? url : ''),
    },
    [commandIds.startLocalService]: {
      label: translate('Start a Local Service…'),
      caption: translate('Store experiments in a folder of this machine, without an account'),
      icon: runIcon,
      describedBy: connectionArgument,
      execute: ({ id }) =>
        reportingFailure(tracklens, async () => {
          if (typeof id !== 'string') return (await import('./sign-in.ts')).showStartLocalService(tracklens);
          const folder = (await chosen(tracklens, id))?.dataFolder;
          if (folder) await connections.startLocalService('service', folder);
        }),
    },
    [commandIds.startDemo]: {
      label: translate('Try with Demo Data'),
      caption: translate('Start a local service with recorded runs'),
      describedBy: noArguments,
      execute: () => reportingFailure(tracklens, async () => void (await connections.startLocalService('demo'))),
    },
    [commandIds.howToLog]: {
      label: translate('How to Log…'),
      caption: translate('Show the lines that log a first experiment'),
      icon: fileIcon,
      describedBy: noArguments,
      execute: async () => (await import('./logging-lines.ts')).showLoggingLines(tracklens),
    },
  };
}

/** Returns the connection with an id; default: the active one. Reports when there is none. */
async function chosen(tracklens: Tracklens, id: unknown): Promise<NamedConnection | null> {
  const list = await tracklens.connections.list();
  const wanted = typeof id === 'string' ? id : list.active;
  const found = list.connections.find((one) => one.id === wanted) ?? null;
  if (found === null) tracklens.host.report(missing(tracklens, list, wanted));
  return found;
}

/** Returns why there is no connection with an id; null for the active one. */
function missing({ translate }: Tracklens, { configured }: ConnectionList, id: string | null): ReportedError {
  if (id !== null) return { message: translate('This connection no longer exists.') };
  if (configured === null) return { message: translate('No connection is active.') };
  return {
    message: translate('“%1” is set by the environment or a settings file.', new URL(configured.url).host),
    remedy: translate('Change it there, or sign in to another service.'),
  };
}

async function signOut({ translate, connections }: Tracklens, connection: NamedConnection): Promise<void> {
  const { id, name, dataFolder, startedHere } = connection;
  const isLocal = dataFolder !== undefined;
  const { button } = await showDialog({
    title: isLocal ? translate('Remove “%1”?', name) : translate('Sign out of “%1”?', name),
    body: isLocal
      ? [
          ...(startedHere ? [translate('The local service is stopped.')] : []),
          translate('Its data remain in %1.', dataFolder),
        ].join(' ')
      : translate('The Jupyter server deletes the API key. Panels of this connection stop updating.'),
    buttons: [
      Dialog.cancelButton({ label: translate('Cancel') }),
      Dialog.warnButton({ label: isLocal ? translate('Remove') : translate('Sign Out') }),
    ],
    defaultButton: 0,
  });
  if (button.accept) await connections.signOut(id);
}

/** Runs `work` and reports why it failed. */
async function reportingFailure({ host }: Tracklens, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    host.report({ message: reasonOf(error) });
  }
}
