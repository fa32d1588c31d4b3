import type { TreeNode } from '@tracklens/ui/trees';
import type { Services } from '../services.ts';

const signing = () => import('../connection/sign-in.ts');
const localService = () => import('../connection/local-service.ts');

/** Commands that start processes or write files. In a browser, `web-commands.ts` replaces them. */
export const nodeCommands = {
  'tracklens.startDemo': async (parts: Services) => (await signing()).startDemo(parts),
  'tracklens.stopDemo': async (parts: Services) => (await signing()).stopDemo(parts),
  'tracklens.startLocalService': async (parts: Services) => (await localService()).startLocalService(parts),
  'tracklens.stopLocalService': async (parts: Services) => (await localService()).stopLocalService(parts),
  'tracklens.openDataFolder': async (parts: Services) => (await localService()).openDataFolder(parts),
  'tracklens.showServiceLog': async (parts: Services) => (await localService()).showServiceLog(parts),
  'tracklens.showServiceMenu': async (parts: Services) => (await localService()).showServiceMenu(parts),
  'tracklens.downloadVersion': async (parts: Services, node: TreeNode | undefined) =>
    (await import('../registry/download-version.ts')).downloadVersion(parts, node),
};
