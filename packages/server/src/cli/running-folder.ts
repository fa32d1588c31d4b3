import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultDataFolder, demoDataFolder } from '../data-folder/data-folder.ts';
import { respondingService } from '../data-folder/service-file.ts';

/** Data folders of a command without `--data`. */
interface Folders {
  readonly main: string | null;
  /** Null when the user names the main one, or has no home folder. */
  readonly demo: string | null;
}

const defaultFolders = (): Folders => ({
  main: defaultDataFolder(),
  demo: process.env.TRACKLENS_DATA ? null : demoDataFolder(),
});

/**
 * Returns the folder whose service clients find: the default one, or that of the demo when only the demo runs. Null for
 * a user without a home folder.
 */
export async function runningFolder({ main, demo } = defaultFolders()): Promise<string | null> {
  if (main === null || demo === null || (await respondingService(main)) !== null) return main;
  return (await respondingService(demo)) === null ? main : demo;
}

/** Returns the folder whose data is exported: the default one if it has data, else that whose service clients find. */
export async function exportedFolder({ main, demo } = defaultFolders()): Promise<string | null> {
  return main !== null && existsSync(join(main, 'tracklens.db')) ? main : await runningFolder({ main, demo });
}
