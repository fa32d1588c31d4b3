import type { CommandRegistry } from '@lumino/commands';
import type { OfflineReason } from '@tracklens/ui';

const trustCommand = 'notebook:trust';

/** Returns the message that outputs of an untrusted notebook show, with the host command to trust it. */
export function untrustedNotebook(commands: CommandRegistry): OfflineReason {
  return {
    message: 'This notebook is not trusted, so its outputs show the saved snapshot.',
    remedy: 'Trust the notebook to read it from the service.',
    // Checked lazily: a notebook viewer may lack the command, and it is registered after this plugin.
    get action() {
      if (!commands.hasCommand(trustCommand)) return undefined;
      return { title: 'Trust Notebook', run: () => void commands.execute(trustCommand) };
    },
  };
}
