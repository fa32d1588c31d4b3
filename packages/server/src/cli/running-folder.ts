import { defaultDataFolder, demoDataFolder } from '../data-folder/data-folder.ts';
import { respondingService } from '../data-folder/service-file.ts';

/** Returns the folder whose service clients find: the default one, or that of the demo when only the demo runs. */
export async function runningFolder(): Promise<string> {
  if ((await respondingService(defaultDataFolder)) !== null) return defaultDataFolder;
  return (await respondingService(demoDataFolder)) === null ? defaultDataFolder : demoDataFolder;
}
