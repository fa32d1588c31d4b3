import type { Session } from '../handlers/handler.ts';
import type { Executor } from '../store/executor.ts';
import { type Store, withoutSync } from '../store/store.ts';
import { removeWorkspace } from '../store/workspace-removal.ts';
import { readRecording, replay, workspaceOf } from './recording.ts';

/*
 * Loads of recorded experiments, each of which happens once in a data folder. While one runs, the database contains the
 * name of its workspace, so that the next start can remove what an interrupted load left, and nothing else.
 */

const loading = 'loading';
const loadedFile = 'recording';

/** Returns whether a workspace, or any without a name, has projects, registered models or artifacts. */
export async function hasData(db: Executor, workspaceName?: string): Promise<boolean> {
  for (const table of ['projects', 'registry_models', 'artifacts'] as const) {
    const all = db.selectFrom(table).select('workspace_name').limit(1);
    const rows = workspaceName === undefined ? all : all.where('workspace_name', '=', workspaceName);
    if ((await rows.executeTakeFirst()) !== undefined) return true;
  }
  return false;
}

/** Returns the value of a fact about loaded data. */
export async function factOf(db: Executor, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('service_facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/**
 * Removes what an interrupted load left. Must run before the service has clients, which may add data to the workspace.
 * A PostgreSQL database may have other services with clients, so nothing is removed there.
 */
export async function removePartialLoad(store: Store): Promise<void> {
  const { db, dialect } = store;
  if (dialect === 'postgres') return;
  const workspaceName = await factOf(db, loading);
  if (workspaceName === undefined) return;
  await removeWorkspace(store, workspaceName);
  await db.deleteFrom('service_facts').where('name', '=', loading).execute();
}

/**
 * Replays a recording whose workspace has no data, then stores a fact that it is loaded. Removes its data when the
 * replay fails.
 */
export async function loadOnce(
  store: Store,
  session: Session,
  recording: string,
  loaded: { readonly name: string; readonly value: string },
): Promise<void> {
  const { db } = store;
  const value = workspaceOf(recording);
  await db
    .insertInto('service_facts')
    .values({ name: loading, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  // The fact has to be on the disk before the data.
  await store.synced();
  try {
    // Without sync, since the recording is loaded again after a power loss: the fact below reaches the disk after it.
    await replay(withoutSync(store), session, recording);
  } catch (error) {
    // If this fails too, the next start repeats it.
    await removePartialLoad(store).catch(() => {});
    throw error;
  }
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('service_facts').values(loaded).execute();
    await trx.deleteFrom('service_facts').where('name', '=', loading).execute();
  });
}

/**
 * Loads the recording of a file into an empty data folder. A folder that has it already is left as it is.
 *
 * @throws Error when the folder has other data, or another recording.
 */
export async function loadRecording(store: Store, session: Session, file: string): Promise<void> {
  const { hash, text } = await readRecording(file);
  const known = await factOf(store.db, loadedFile);
  if (known === hash) return;
  if (known !== undefined || (await hasData(store.db))) {
    const content = known === undefined ? 'other data' : 'another recording';
    throw new Error(`${store.folder} has ${content}. Choose an empty folder with --data.`);
  }
  await loadOnce(store, session, text, { name: loadedFile, value: hash });
}
