import { randomBytes } from 'node:crypto';
import type { Store } from '../database/store.ts';
import { lockProject, requireProject } from './projects.ts';

/** Returns the share keys of a project, oldest first. */
export async function listShareKeys({ db }: Store, projectId: string): Promise<string[]> {
  await requireProject(db, { projectId });
  const rows = await db
    .selectFrom('project_share_keys')
    .select('share_code')
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.share_code);
}

/** Creates a share key. */
export async function createShareKey({ db }: Store, projectId: string, now: number): Promise<string> {
  const row = { project_id: projectId, share_code: randomBytes(18).toString('base64url'), created_at: now };
  await db.transaction().execute(async (trx) => {
    await lockProject(trx, { projectId });
    await trx.insertInto('project_share_keys').values(row).execute();
  });
  return row.share_code;
}

/** Revokes a share key; does nothing if it does not exist. */
export async function deleteShareKey({ db }: Store, projectId: string, shareCode: string): Promise<void> {
  await requireProject(db, { projectId });
  await db
    .deleteFrom('project_share_keys')
    .where('project_id', '=', projectId)
    .where('share_code', '=', shareCode)
    .execute();
}
