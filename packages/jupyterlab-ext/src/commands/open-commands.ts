import type { Target } from '@tracklens/core/display';
import { readOpenArguments } from '../panels/open-arguments.ts';
import { openOnService } from '../service/output-connection.ts';
import type { Tracklens } from '../tokens.ts';
import {
  askLine,
  type Command,
  type CommandContext,
  chosenTarget,
  reporting,
  serviceAddress,
  targetArgument,
  textArguments,
} from './command-context.ts';
import { addressOf } from './page-address.ts';

/** How the commands open what the user has named. */
const opened = { newPanel: false, activate: true };

/** Returns the command that opens an experiment by its key or by a URL that ends with the key. */
export function openExperiment({ tracklens }: CommandContext): Command {
  const { translate, host } = tracklens;
  return {
    label: translate('Open Experiment…'),
    caption: translate('Open an experiment by its key'),
    describedBy: textArguments('experimentKey'),
    async execute({ experimentKey }) {
      const asked = {
        title: translate('Open Experiment'),
        label: translate('Experiment key'),
        okLabel: translate('Open'),
      };
      const key = typeof experimentKey === 'string' ? experimentKey.trim() : await askLine(asked);
      if (!key) return;
      const read = await readOpenArguments({ target: { kind: 'experiment', experimentKey: lastSegment(key) } });
      if (read) return openNamed(tracklens, key, read.target);
      host.report({
        message: translate('"%1" is not an experiment key.', key),
        remedy: translate('A key has letters and digits only.'),
      });
    },
  };
}

/** Returns the command that opens a project by workspace and name or by its URL. */
export function openProject({ tracklens }: CommandContext): Command {
  const { translate, host } = tracklens;
  return {
    label: translate('Open Project…'),
    caption: translate('Open a project by workspace and name'),
    describedBy: textArguments('workspace', 'projectName'),
    async execute({ workspace, projectName }) {
      if (typeof workspace === 'string' && typeof projectName === 'string')
        return host.open({ kind: 'project', workspace, projectName }, opened);
      const text = await askLine({
        title: translate('Open Project'),
        label: translate('Workspace / project'),
        placeholder: 'workspace/project',
        okLabel: translate('Open'),
      });
      if (text === null) return;
      const { namedProject } = await import('./named-project.ts');
      const target = namedProject(text);
      if (target) return openNamed(tracklens, text, target);
      host.report({
        message: translate('"%1" does not name a project.', text),
        remedy: translate('Write workspace/project.'),
      });
    },
  };
}

/** Returns the command that opens the selected row. */
export function openSelected(context: CommandContext): Command {
  const { translate } = context.tracklens;
  return {
    label: translate('Open'),
    caption: translate('Open this in a panel, or show its open panel'),
    describedBy: targetArgument,
    execute: (args) => open(context, args, false),
  };
}

/** Returns the command that opens the selected row in a new panel, even if a panel already shows it. */
export function openInNewPanel(context: CommandContext): Command {
  const { translate } = context.tracklens;
  return {
    label: translate('Open in New Panel'),
    caption: translate('Open this in a second panel'),
    describedBy: targetArgument,
    execute: (args) => open(context, args, true),
  };
}

/** Returns the command that opens the web page of the selected row, or else the home page of the service. */
export function openInBrowser({ tracklens, selection }: CommandContext): Command {
  const { translate, host } = tracklens;
  return {
    label: translate('Open in Browser'),
    caption: translate('Open the page on the service'),
    describedBy: targetArgument,
    async execute() {
      // Read before the first `await`: by the time the URL arrives, the context menu is closed.
      const node = selection?.current() ?? null;
      await reporting(tracklens, async () => {
        const root = await serviceAddress(tracklens);
        if (root !== null) host.openExternal((node && (await addressOf(root, node))) ?? root);
      });
    },
  };
}

/** Opens what a text names: on the service of a pasted address, otherwise on the active one. */
async function openNamed(tracklens: Tracklens, text: string, target: Target): Promise<void> {
  if (/^https?:/i.test(text)) await openOnService(tracklens, text, target, opened);
  else tracklens.host.open(target, opened);
}

async function open(context: CommandContext, args: Parameters<typeof readOpenArguments>[0], newPanel: boolean) {
  const target = await chosenTarget(context, args);
  if (target) context.tracklens.host.open(target, { newPanel, activate: true });
}

/** Returns the last path segment of a pasted URL or path: the experiment key. */
function lastSegment(text: string): string {
  return text.trim().split(/[?#]/)[0]!.replace(/\/+$/, '').split('/').at(-1)!;
}
