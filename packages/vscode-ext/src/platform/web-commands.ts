import { needsNode } from './needs-node.ts';
import type * as node from './node-commands.ts';

const rejected = async (): Promise<never> => {
  throw new Error(needsNode());
};

/** Commands that menus hide in a browser. Links and key bindings can still run them. */
export const nodeCommands: { readonly [Id in keyof typeof node.nodeCommands]: () => Promise<never> } = {
  'tracklens.startDemo': rejected,
  'tracklens.stopDemo': rejected,
  'tracklens.startLocalService': rejected,
  'tracklens.stopLocalService': rejected,
  'tracklens.openDataFolder': rejected,
  'tracklens.showServiceLog': rejected,
  'tracklens.showServiceMenu': rejected,
  'tracklens.openRecording': rejected,
  'tracklens.closeRecording': rejected,
  'tracklens.saveRecording': rejected,
  'tracklens.downloadVersion': rejected,
};
