import { defaultDataFolder, demoDataFolder } from '../data-folder/data-folder.ts';
import { respondingService } from '../data-folder/service-file.ts';
import { openPage } from './open-page.ts';

/** Arguments of `tracklens open`. */
interface OpenArguments {
  readonly data?: string | undefined;
  readonly print: boolean;
}

/** Returns the folder whose service clients find: the default one, or that of the demo when only the demo runs. */
async function runningFolder(): Promise<string> {
  if ((await respondingService(defaultDataFolder)) !== null) return defaultDataFolder;
  return (await respondingService(demoDataFolder)) === null ? defaultDataFolder : demoDataFolder;
}

/** Runs `tracklens open [PATH]`. */
export async function open({ data, print }: OpenArguments, path: string): Promise<void> {
  await openPage({ dataFolder: data ?? (await runningFolder()), path: path || '/', print });
}
