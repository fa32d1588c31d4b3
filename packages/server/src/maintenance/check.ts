import { resolve } from 'node:path';
import { sql } from 'kysely';
import { restoreCommand, typedCommand } from '../data-folder/typed-command.ts';
import { checkContents, listContents } from './check-contents.ts';
import { areOfIndexes, checkDatabase, checkRecords, databaseFaults } from './check-database.ts';
import { checkMetrics } from './check-metrics.ts';
import { counted } from './counted.ts';
import { type FolderDatabase, openFolderDatabase, requireCurrentVersion, requireSqlite } from './folder-database.ts';
import type { CheckedPart } from './problem.ts';
import { salvage } from './salvage.ts';

/** Options of `check`. */
export interface CheckOptions {
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
  /** Repairs what can be repaired. No service may run on the folder. */
  readonly repair: boolean;
  /** Called with each line of the report. */
  readonly print: (line: string) => void;
}

/**
 * Opens the database. With `repair`, rebuilds damaged indexes and salvages a damaged database into a new one first.
 */
async function openChecked(folder: string, { repair, print }: CheckOptions): Promise<FolderDatabase> {
  let opened: FolderDatabase;
  try {
    opened = await openFolderDatabase(folder);
  } catch (error) {
    if (!repair || !/ is damaged /.test((error as Error).message)) throw error;
    print(`database: ${await salvage(folder)}`);
    return await openFolderDatabase(folder);
  }
  if (!repair) return opened;
  if (opened.isCopy) {
    await opened.close();
    throw new Error(`A service runs on ${folder}. Stop it, then repair.`);
  }
  const faults = await databaseFaults(opened.db).catch((error: Error) => [error.message]);
  if (faults.length === 0) return opened;
  if (areOfIndexes(faults)) {
    await sql`reindex`.execute(opened.db);
    if ((await databaseFaults(opened.db)).length === 0) {
      print('database: its indexes were rebuilt; nothing is lost');
      return opened;
    }
  }
  await opened.close();
  print(`database: ${await salvage(folder)}`);
  return await openFolderDatabase(folder);
}

async function report(part: CheckedPart, { repair, print }: CheckOptions): Promise<number> {
  const { name, summary, problems } = part;
  print(`${name}: ${summary}: ${problems.length === 0 ? 'ok' : counted(problems.length, 'problem')}`);
  let left = 0;
  for (const problem of problems) {
    print(`  ${problem.text}`);
    if (repair && problem.repair !== null) print(`    repaired: ${await problem.repair()}`);
    else left++;
  }
  return left;
}

/**
 * Checks a data folder: the database, every point of every metric, and every file of an asset. While a service runs,
 * it reads a copy of the database and changes nothing.
 *
 * @returns the number of remaining problems
 */
export async function check(options: CheckOptions): Promise<number> {
  const { repair, print, databaseUrl } = options;
  const folder = resolve(options.dataFolder);
  requireSqlite(folder, databaseUrl);
  const listed = await listContents(folder);
  const opened = await openChecked(folder, options);
  const { db, isCopy } = opened;
  try {
    print(`Checking ${folder}${isCopy ? ', whose service runs' : ''}`);
    const database = await checkDatabase(db);
    let left = await report(database, options);
    if (left > 0) {
      print('The rest is checked once the database is intact.');
    } else {
      await requireCurrentVersion(db);
      left += await report(await checkRecords(db), options);
      left += await report(await checkMetrics(db), options);
      left += await report(await checkContents(db, folder, listed), options);
    }
    print(resultText(left, repair, folder));
    return left;
  } finally {
    await opened.close();
  }
}

function resultText(left: number, repair: boolean, folder: string): string {
  if (left === 0) return 'No problems are left.';
  const problems = counted(left, 'problem');
  if (repair) return `${problems} cannot be repaired. A backup may help: ${restoreCommand()}`;
  const command = typedCommand('check --repair', folder);
  return `${problems} found. Stop the service, then repair what can be repaired: ${command}`;
}
