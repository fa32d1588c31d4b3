import { defaultDataFolder, demoDataFolder } from '../data-folder/data-folder.ts';
import { openPage, runningUrl } from './open-page.ts';

/** Arguments of `tracklens open`. */
interface OpenArguments {
  readonly data?: string | undefined;
  readonly print: boolean;
}

/** Returns the folder whose service clients find: the default one, or that of the demo when only the demo runs. */
async function runningFolder(): Promise<string> {
  const onlyDemo = (await runningUrl(defaultDataFolder)) === null && (await runningUrl(demoDataFolder)) !== null;
  return onlyDemo ? demoDataFolder : defaultDataFolder;
}

/** Runs `tracklens open [PATH]`. */
export async function open({ data, print }: OpenArguments, path: string): Promise<void> {
  await openPage({ dataFolder: data ?? (await runningFolder()), path: path || '/', print });
}
