import { t } from '../sentence.ts';

/** Returns the message for a command that an editor in a browser does not have. */
export const needsNode = (): string =>
  t('This needs VS Code Desktop, Remote-SSH or a dev container: an editor in a browser cannot start processes.');
