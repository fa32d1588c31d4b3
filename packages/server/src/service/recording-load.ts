import type { Session } from '../handlers/handler.ts';
import { acquireAdvisoryLock } from '../store/database/advisory-lock.ts';
import type { Executor } from '../store/database/executor.ts';
import { type Store, withoutSync } from '../store/database/store.ts';
import { removeWorkspace } from '../store/removal/workspace-removal.ts';
import { readRecording, replay, workspaceOf } from './recording.ts';

/*
 * Loads of recorded experiments, each of which happens once in a data folder or database. While one runs, the database
 * contains the name of its workspace, so that what an interrupted load left can be removed later, and nothing else.
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

/** Returns the name and the kind of the location of the records, for messages, and the option that chooses another. */
export function recordsLocation({ dialect, folder }: Store): { name: string; kind: string; option: string } {
  return dialect === 'postgres'
    ? { name: 'the database', kind: 'database', option: '--database' }
    : { name: folder, kind: 'folder', option: '--data' };
}

/** Runs a load while no other service on the database runs one. A data folder has no other service. */
export async function withLoadLock(store: Store, load: () => Promise<void>): Promise<void> {
  if (store.dialect === 'sqlite') return await load();
  await store.db.transaction().execute(async (trx) => {
    await acquireAdvisoryLock(trx, 'load of recorded experiments');
    await load();
  });
}

/** Returns whether a workspace has only experiments of a recording, which contains their keys. */
async function hasOnlyRecorded(db: Executor, workspaceName: string, recording: string): Promise<boolean> {
  const rows = await db
    .selectFrom('experiments')
    .innerJoin('projects', 'projects.project_id', 'experiments.project_id')
    .select('experiments.experiment_key')
    .where('projects.workspace_name', '=', workspaceName)
    .execute();
  return rows.every((row) => recording.includes(row.experiment_key));
}

/**
 * Removes what an interrupted load left. Must run before the service has clients, which may add data to the workspace.
 * A PostgreSQL database may have other services with clients. There it is removed before the same recording is loaded
 * again, under the lock of loads, unless the workspace has other experiments.
 */
export async function removePartialLoad(store: Store, recording?: string): Promise<void> {
  const { db, dialect } = store;
  const workspaceName = await factOf(db, loading);
  if (workspaceName === undefined) return;
  if (dialect === 'postgres') {
    if (recording === undefined || workspaceOf(recording) !== workspaceName) return;
    if (!(await hasOnlyRecorded(db, workspaceName, recording))) return;
  }
  await removeWorkspace(store, workspaceName);
  await db.deleteFrom('service_facts').where('name', '=', loading).execute();
}

/**
 * Replays a recording whose workspace has no data, then stores a fact that it is loaded. Removes its data when the
 * replay fails. Must run under the lock of loads.
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
    await removePartialLoad(store, recording).catch(() => {});
    throw error;
  }
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('service_facts').values(loaded).execute();
    await trx.deleteFrom('service_facts').where('name', '=', loading).execute();
  });
}

/**
 * Loads the recording of a file into an empty data folder or database. One that has it already is left as it is.
 *
 * @throws Error when it has other data, or another recording.
 */
export async function loadRecording(store: Store, session: Session, file: string): Promise<void> {
  const { db } = store;
  const { hash, text } = await readRecording(file);
  await withLoadLock(store, async () => {
    const known = await factOf(db, loadedFile);
    if (known === hash) return;
    await removePartialLoad(store, text);
    if (known !== undefined || (await hasData(db))) {
      const content = known === undefined ? 'other data' : 'another recording';
      const { name, kind, option } = recordsLocation(store);
      throw new Error(`The recording is not loaded: ${name} has ${content}. Choose an empty ${kind} with ${option}.`);
    }
    await loadOnce(store, session, text, { name: loadedFile, value: hash });
  });
}
