import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Session } from '../handlers/handler.ts';
import { type Store, withoutSync } from '../store/store.ts';
import { decompressRecording, hasProjects, replay, workspaceOf } from './recording.ts';

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
 * @throws Error when `onlyIfEmpty` is set and the folder has projects but not the example.
 */
export async function loadDemo(store: Store, session: Session, { onlyIfEmpty = false } = {}): Promise<void> {
  const loaded = await store.db.selectFrom('service_facts').select('value').where('name', '=', fact).executeTakeFirst();
  if (loaded !== undefined) return;
  const recording = await readDemo();
  if (onlyIfEmpty && (await hasProjects(store, { except: workspaceOf(recording) }))) {
    throw new Error(
      `${store.folder} has other data. Choose another folder with --data, or add the demo data there with: ` +
        'tracklens serve --demo',
    );
  }
  // Without sync, since the demo is loaded again after a power loss: the fact below reaches the disk after the data.
  await replay(withoutSync(store), session, recording);
  await store.db.insertInto('service_facts').values({ name: fact, value: new Date().toISOString() }).execute();
}
