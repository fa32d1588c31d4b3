import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { typedCommand } from '../data-folder/typed-command.ts';
import type { Session } from '../handlers/handler.ts';
import type { Store } from '../store/store.ts';
import { decompressRecording, workspaceOf } from './recording.ts';
import { factOf, hasData, loadOnce } from './recording-load.ts';

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
 * Loads the recorded example, once per data folder.
 *
 * @throws Error when its workspace has other data, or with `onlyIfEmpty` another workspace.
 */
export async function loadDemo(store: Store, session: Session, { onlyIfEmpty = false } = {}): Promise<void> {
  const { db, folder } = store;
  if ((await factOf(db, fact)) !== undefined) return;
  const recording = await readDemo();
  const workspaceName = workspaceOf(recording);
  if (await hasData(db, workspaceName)) {
    throw new Error(
      `The workspace ${workspaceName} of ${folder} has other data. Choose another folder for the demo data with --data.`,
    );
  }
  if (onlyIfEmpty && (await hasData(db))) {
    throw new Error(
      `${folder} has other data. Choose another folder with --data, or add the demo data there with: ` +
        typedCommand('serve --demo', folder),
    );
  }
  await loadOnce(store, session, recording, { name: fact, value: new Date().toISOString() });
}
