import { Notification } from '@jupyterlab/apputils';
import type { EndedRun, RunWatch, WatchedRun } from '@tracklens/ui';
import { commandIds } from '../command-ids.ts';
import { loadViews } from '../load-views.ts';
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
  const running = () =>
    selection
      .all()
      .flatMap((node): WatchedRun[] =>
        node.kind === 'experiment' && node.state === 'running' && node.target?.kind === 'experiment'
          ? [{ experimentKey: node.target.experimentKey }]
          : [],
      );
  return {
    label: translate('Notify When It Ends'),
    caption: translate('Show a notification when the experiment has finished or crashed'),
    describedBy: noArguments,
    isVisible: () => running().length > 0,
    isToggled: () =>
      watch !== null && running().every((run) => watch!.has({ ...run, connection: activeOf(tracklens) })),
    async execute() {
      const runs = running();
      await reporting(tracklens, async () => {
        watch ??= await createWatch(tracklens);
        const connection = activeOf(tracklens);
        const isOn = runs.every((run) => watch!.has({ ...run, connection }));
        for (const run of runs) {
          if (isOn) watch.delete({ ...run, connection });
          else watch.add({ ...run, connection });
        }
      });
    },
  };
}

/** Returns the id of the active connection, to which the rows of the sidebar belong. */
const activeOf = ({ clients }: Tracklens): string | undefined => clients.current?.id ?? undefined;

async function createWatch({ clients, commands, translate }: Tracklens): Promise<RunWatch> {
  const { RunWatch } = await loadViews();
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
