import type { CommandRegistry } from '@lumino/commands';
import type { SavedOnly } from '@tracklens/ui';

const trustCommand = 'notebook:trust';

/** What an output says in a notebook that is not trusted, with the host's own command to trust it. */
export function untrustedNotebook(commands: CommandRegistry): SavedOnly {
  return {
    message: 'This notebook is not trusted, so its outputs show the saved copy.',
    remedy: 'Trust the notebook to read it from the service.',
    // A viewer of notebooks may not have the command; it is registered after this plugin.
    get action() {
      if (!commands.hasCommand(trustCommand)) return undefined;
      return { title: 'Trust Notebook', run: () => void commands.execute(trustCommand) };
    },
  };
}
