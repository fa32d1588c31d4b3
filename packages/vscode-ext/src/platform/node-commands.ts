import type { TreeNode } from '@tracklens/ui/trees';
import type { Services } from '../services.ts';

const ownServices = () => import('../connection/own-service-commands.ts');
const recordings = () => import('../recordings/open-recording.ts');

/** Commands that start processes or write files. In a browser, `web-commands.ts` replaces them. */
export const nodeCommands = {
  'tracklens.startDemo': async (services: Services) => (await ownServices()).startDemo(services),
  'tracklens.stopDemo': async (services: Services) => (await ownServices()).stopDemo(services),
  'tracklens.startLocalService': async (services: Services) => (await ownServices()).startLocalService(services),
  'tracklens.stopLocalService': async (services: Services) => (await ownServices()).stopLocalService(services),
  'tracklens.openDataFolder': async (services: Services) => (await ownServices()).openDataFolder(services),
  'tracklens.showServiceLog': async (services: Services) => (await ownServices()).showServiceLog(services),
  'tracklens.showServiceMenu': async (services: Services) => (await ownServices()).showServiceMenu(services),
  'tracklens.openRecording': async (services: Services, file: unknown) =>
    (await recordings()).openRecording(services, file),
  'tracklens.closeRecording': async (services: Services, node: TreeNode | undefined) =>
    (await recordings()).closeRecording(services, node),
  'tracklens.saveRecording': async (services: Services, _: TreeNode | undefined, nodes: readonly TreeNode[]) =>
    (await import('../recordings/save-recording.ts')).saveRecording(services, nodes),
  'tracklens.downloadVersion': async (services: Services, node: TreeNode | undefined) =>
    (await import('../registry/download-version.ts')).downloadVersion(services, node),
};
