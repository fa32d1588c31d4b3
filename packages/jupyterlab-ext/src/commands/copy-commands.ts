import { Clipboard } from '@jupyterlab/apputils';
import {
  type Command,
  type CommandContext,
  chosenTarget,
  noArguments,
  reporting,
  serviceAddress,
  targetArgument,
} from './command-context.ts';
import { addressOf } from './page-address.ts';

/** Returns the command that copies the key of the selected experiment. */
export function copyKey(context: CommandContext): Command {
  const { translate } = context.tracklens;
  return {
    label: translate('Copy Key'),
    caption: translate('Copy the experiment key'),
    describedBy: targetArgument,
    async execute(args) {
      const target = await chosenTarget(context, args);
      if (target?.kind === 'experiment') Clipboard.copyToSystem(target.experimentKey);
    },
  };
}

/** Returns the command that copies the names of the selected rows, one per line. */
export function copyName({ tracklens: { translate }, selection }: CommandContext): Command {
  return {
    label: translate('Copy Name'),
    caption: translate('Copy the names of the selected rows'),
    describedBy: noArguments,
    execute() {
      const names = (selection?.all() ?? []).map(({ label }) => label);
      if (names.length > 0) Clipboard.copyToSystem(names.join('\n'));
    },
  };
}

/** Returns the command that copies the web page URL of the selected row. */
export function copyUrl({ tracklens, selection }: CommandContext): Command {
  const { translate } = tracklens;
  return {
    label: translate('Copy URL'),
    caption: translate('Copy the address of the page on the service'),
    describedBy: noArguments,
    async execute() {
      const node = selection?.current();
      if (!node) return;
      await reporting(tracklens, async () => {
        const root = await serviceAddress(tracklens);
        const address = root && (await addressOf(root, node));
        if (address) Clipboard.copyToSystem(address);
      });
    },
  };
}
