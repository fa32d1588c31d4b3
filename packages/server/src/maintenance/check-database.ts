import { sql } from 'kysely';
import type { Executor } from '../store/database/executor.ts';
import { defaultProjectName, ensureProject } from '../store/experiments/projects.ts';
import { areaSchemas, type Tables } from '../store/tables/schema.ts';
import { counted } from './counted.ts';
import type { CheckedPart, Problem } from './problem.ts';

/** Matches SQLite's messages about an index that is inconsistent with its table. */
const ofIndex = /missing from index|wrong # of entries in index|non-unique entry in index/;

/** Returns the faults that SQLite finds in a database file. */
export async function databaseFaults(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(100)`.execute(db);
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
}

/** Returns whether all faults of a database are in indexes, which can be rebuilt from the tables. */
export const areOfIndexes = (faults: readonly string[]) => faults.every((fault) => ofIndex.test(fault));

/** Checks the database file. */
export async function checkDatabase(db: Executor): Promise<CheckedPart> {
  const faults = await databaseFaults(db).catch((error: Error) => [error.message]);
  const problems = faults.map((text): Problem => ({ text: `tracklens.db: ${text}`, repair: null }));
  return { name: 'database', summary: 'every page and index', problems };
}

type ByExperiment = 'experiment_tags' & keyof Tables;

/** Finds experiments whose project does not exist. A repair moves them to `general` in the oldest workspace. */
async function withoutProject(db: Executor): Promise<Problem[]> {
  const lacksProject = sql<boolean>`project_id not in (select project_id from projects)`;
  const { found } = await db
    .selectFrom('experiments')
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .where(lacksProject)
    .executeTakeFirstOrThrow();
  if (found === 0) return [];
  const text = `${counted(found, 'experiment')} without a project`;
  const oldest = await db
    .selectFrom('workspaces')
    .select('workspace_name')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return [{ text, repair: null }];
  const wanted = { workspaceName: oldest.workspace_name, projectName: defaultProjectName, owner: '' };
  const repair = () =>
    db.transaction().execute(async (trx) => {
      const { project_id: projectId } = await ensureProject(trx, wanted, Date.now());
      await trx.updateTable('experiments').set({ project_id: projectId }).where(lacksProject).execute();
      return `moved to the project ${wanted.projectName} of ${wanted.workspaceName}`;
    });
  return [{ text, repair }];
}

/**
 * Finds experiments without a project, and rows of experiments that no longer exist. Files of deleted experiments that
 * a registered model or an artifact needs are not reported.
 */
export async function checkRecords(db: Executor): Promise<CheckedPart> {
  const problems = await withoutProject(db);
  const tables = areaSchemas.flatMap((area) => area.byExperiment).filter((table) => table !== 'experiments');
  for (const table of tables as ByExperiment[]) {
    const ownerless = sql<boolean>`experiment_key not in (select experiment_key from experiments)
      ${sql.raw((table as string) === 'assets' ? 'and kept_for is null' : '')}`;
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${ownerless}`.execute(
      db,
    );
    const found = rows[0]!.n;
    if (found === 0) continue;
    problems.push({
      text: `${counted(found, 'row')} of ${table} ${found === 1 ? 'belongs' : 'belong'} to experiments that no longer exist`,
      repair: async () => {
        await sql`delete from ${sql.table(table)} where ${ownerless}`.execute(db);
        return 'removed';
      },
    });
  }
  const { experiments } = await db
    .selectFrom('experiments')
    .select(({ fn }) => fn.countAll<number>().as('experiments'))
    .executeTakeFirstOrThrow();
  return { name: 'records', summary: counted(experiments, 'experiment'), problems };
}
