import { Notification } from '@jupyterlab/apputils';
import type { EndedRun, RunWatch, WatchedRun } from '@tracklens/ui';
import { commandIds } from '../command-ids.ts';
import { loadViews, type Views } from '../load-views.ts';
import type { Selection } from '../sidebar/selection.ts';
import type { Tracklens } from '../tokens.ts';
import { type Command, noArguments, reporting } from './command-context.ts';

/**
 * Returns the command that shows a notification when the selected experiments end. Run again, it shows none. It applies
 * to the page, until it is closed.
 */
export function notifyWhenEnded(tracklens: Tracklens, selection: Selection): Command {
  const { translate } = tracklens;
  let watch: RunWatch | null = null;
  const running = (): WatchedRun[] => {
    // The rows of the sidebar belong to the active connection.
    const connection = tracklens.clients.current?.id ?? undefined;
    return selection
      .all()
      .flatMap((node) =>
        node.kind === 'experiment' && node.state === 'running'
          ? [{ experimentKey: node.target.experimentKey, connection }]
          : [],
      );
  };
  return {
    label: translate('Notify When It Ends'),
    caption: translate('Show a notification when the experiment has finished or crashed'),
    describedBy: noArguments,
    isVisible: () => running().length > 0,
    isToggled: () => watch !== null && running().every((run) => watch!.has(run)),
    async execute() {
      const runs = running();
      await reporting(tracklens, async () => {
        const views = await loadViews();
        watch ??= createWatch(views, tracklens);
        watch.toggle(runs);
      });
    },
  };
}

function createWatch({ RunWatch }: Views, { clients, commands, translate }: Tracklens): RunWatch {
  return new RunWatch({
    async read({ experimentKey, connection: id }) {
      const experiment = await (await clients.api(id)).getExperimentByKey(experimentKey);
      return experiment && (await experiment.getMetadata());
    },
    ended: ({ experimentKey, connection: id, state, text }: EndedRun) => {
      const target = { kind: 'experiment', experimentKey };
      const open = () =>
        void commands.execute(commandIds.open, {
          target,
          activate: true,
          ...(id === undefined ? {} : { connection: id }),
        });
      const type = state === 'crashed' ? 'warning' : 'success';
      Notification.emit(text, type, { autoClose: false, actions: [{ label: translate('Open'), callback: open }] });
    },
    translate,
  });
}
