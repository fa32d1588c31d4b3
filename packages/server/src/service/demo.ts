import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { typedCommand } from '../data-folder/typed-command.ts';
import type { Session } from '../handlers/handler.ts';
import type { Store } from '../store/database/store.ts';
import { decompressRecording, workspaceOf } from './recording.ts';
import { factOf, hasData, loadOnce, recordsLocation, removePartialLoad, withLoadLock } from './recording-load.ts';

/** Next to the bundled service, or in the repository. */
const paths = ['./digits.tracklens', '../../../../examples/recording/digits.tracklens'];
const fact = 'demo-loaded';

/** Reads and decompresses the recorded example. */
async function readDemo(): Promise<string> {
  for (const path of paths) {
    try {
      return await decompressRecording(await readFile(fileURLToPath(new URL(path, import.meta.url))));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('The recorded example is missing: reinstall the service (digits.tracklens)');
}

/**
 * Loads the recorded example, once per data folder or database.
 *
 * @throws Error when its workspace has other data, or with `onlyIfEmpty` another workspace.
 */
export async function loadDemo(store: Store, session: Session, { onlyIfEmpty = false } = {}): Promise<void> {
  const { db, folder } = store;
  await withLoadLock(store, async () => {
    if ((await factOf(db, fact)) !== undefined) return;
    const recording = await readDemo();
    await removePartialLoad(store, recording);
    const workspaceName = workspaceOf(recording);
    const { name, kind, option } = recordsLocation(store);
    if (await hasData(db, workspaceName)) {
      throw new Error(
        `The workspace ${workspaceName} of ${name} has other data. Choose another ${kind} for the demo data with ${option}.`,
      );
    }
    if (onlyIfEmpty && (await hasData(db))) {
      throw new Error(
        `The demo is not loaded: ${name} has other data. Choose another ${kind} with ${option}, or add the demo data there with: ` +
          typedCommand('serve --demo', folder),
      );
    }
    await loadOnce(store, session, recording, { name: fact, value: new Date().toISOString() });
  });
}
