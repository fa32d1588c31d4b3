import { Clipboard } from '@jupyterlab/apputils';
import {
  type Command,
  type CommandContext,
  chosenTargets,
  noArguments,
  reporting,
  serviceAddress,
  targetArgument,
} from './command-context.ts';
import { addressOf } from './page-address.ts';

/** Returns the command that copies the keys of the selected experiments, one per line. */
export function copyKey(context: CommandContext): Command {
  const { translate } = context.tracklens;
  return {
    label: translate('Copy Key'),
    caption: translate('Copy the keys of the selected experiments'),
    describedBy: targetArgument,
    async execute(args) {
      const targets = await chosenTargets(context, args);
      copyLines(targets.flatMap((target) => (target.kind === 'experiment' ? [target.experimentKey] : [])));
    },
  };
}

/** Returns the command that copies the names of the selected rows, one per line. */
export function copyName({ tracklens: { translate }, selection }: CommandContext): Command {
  return {
    label: translate('Copy Name'),
    caption: translate('Copy the names of the selected rows'),
    describedBy: noArguments,
    execute: () => copyLines((selection?.all() ?? []).map(({ label }) => label)),
  };
}

/** Returns the command that copies the web page URLs of the selected rows, one per line. */
export function copyUrl({ tracklens, selection }: CommandContext): Command {
  const { translate } = tracklens;
  return {
    label: translate('Copy URL'),
    caption: translate('Copy the addresses of the pages on the service'),
    describedBy: noArguments,
    async execute() {
      const nodes = selection?.all() ?? [];
      if (nodes.length === 0) return;
      await reporting(tracklens, async () => {
        const root = await serviceAddress(tracklens);
        if (root === null) return;
        const addresses = await Promise.all(nodes.map((node) => addressOf(root, node)));
        copyLines(addresses.filter((address) => address !== null));
      });
    },
  };
}

function copyLines(lines: readonly string[]): void {
  if (lines.length > 0) Clipboard.copyToSystem(lines.join('\n'));
}
