import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sizeText } from '@tracklens/core/contract';
import type { Executor } from '../store/database/executor.ts';
import { contentFiles } from '../store/files/content-sweep.ts';
import { contentPath } from '../store/files/contents.ts';
import { filesBelongToDatabase } from '../store/files/folder-identity.ts';
import { count, counted } from './counted.ts';
import type { CheckedPart, Problem } from './problem.ts';

/** Record that refers to a file. */
interface Reference {
  readonly experimentKey: string;
  readonly name: string;
  readonly size: number;
}

/**
 * Lists the hashes of all files of assets. Must be called before the database is opened, so that a file uploaded in
 * between has a record.
 */
export async function listContents(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { hashes } of contentFiles(folder)) found.push(...hashes);
  return found;
}

async function references(db: Executor): Promise<Map<string, Reference[]>> {
  const found = new Map<string, Reference[]>();
  for (const table of ['assets', 'asset_items'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['experiment_key', 'file_name', 'file_size', 'sha256'])
      .where('sha256', 'is not', null)
      .execute();
    for (const { experiment_key, file_name, file_size, sha256 } of rows) {
      const reference = { experimentKey: experiment_key, name: file_name, size: file_size };
      const ofFile = found.get(sha256!);
      if (ofFile === undefined) found.set(sha256!, [reference]);
      else ofFile.push(reference);
    }
  }
  return found;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/** Fault of the file of some records. */
interface ContentFault {
  readonly text: string;
  /** Whether its content is lost. One that cannot be read now may be intact. */
  readonly isLost: boolean;
}

const lost = (text: string): ContentFault => ({ text, isLost: true });

/** Returns the fault of the file of some records; null when there is none. */
async function faultOf(path: string, sha256: string, referring: readonly Reference[]): Promise<ContentFault | null> {
  try {
    const { size } = await stat(path);
    const wrong = referring.find((reference) => reference.size !== size);
    if (wrong !== undefined) return lost(`has ${size} bytes instead of ${wrong.size}`);
    return (await hashOf(path)) === sha256 ? null : lost('differs from what was uploaded');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return lost('is missing');
    return { text: `cannot be read (${message}; check its permissions and the disk)`, isLost: false };
  }
}

/** Maximum number of records that a description names. */
const maxDescribed = 10;

/** Describes the records of a file for the user. */
function described(referring: readonly Reference[]): string {
  const names = referring
    .slice(0, maxDescribed)
    .map(({ name, experimentKey }) => `${JSON.stringify(name)} of experiment ${experimentKey}`);
  const more = referring.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}`;
}

/** Compares the files of a data folder with the records that refer to them: presence, size and hash. */
export async function checkContents(db: Executor, folder: string, listed: readonly string[]): Promise<CheckedPart> {
  const problems: Problem[] = [];
  const referring = await references(db);
  let bytes = 0;
  for (const [sha256, records] of referring) {
    const path = contentPath({ folder }, sha256);
    const fault = await faultOf(path, sha256, records);
    bytes += records[0]!.size;
    if (fault === null) continue;
    problems.push({
      text: `assets/${sha256.slice(0, 2)}/${sha256} ${fault.text}: it belongs to ${described(records)}`,
      repair: fault.isLost ? () => removeRecords(db, folder, sha256, records) : null,
    });
  }
  const unreferenced = listed.filter((sha256) => !referring.has(sha256));
  const present: string[] = [];
  for (const sha256 of unreferenced)
    if (await stat(contentPath({ folder }, sha256)).catch(() => null)) present.push(sha256);
  if (present.length > 0) problems.push(await unreferencedProblem(db, folder, present));
  return { name: 'files', summary: `${counted(referring.size, 'file')}, ${sizeText(bytes)}`, problems };
}

/** Deletes the records of a lost file. What is left of the file is moved to the folder `damaged`. */
async function removeRecords(
  db: Executor,
  folder: string,
  sha256: string,
  records: readonly Reference[],
): Promise<string> {
  const aside = join(folder, 'damaged', sha256);
  await mkdir(join(folder, 'damaged'), { recursive: true, mode: 0o700 });
  const moved = await rename(contentPath({ folder }, sha256), aside).then(
    () => true,
    () => false,
  );
  for (const table of ['assets', 'asset_items'] as const) {
    await db.deleteFrom(table).where('sha256', '=', sha256).execute();
  }
  const result = `${described(records)} lost`;
  return moved ? `${result}; what is left of the file is in ${aside}` : result;
}

async function unreferencedProblem(db: Executor, folder: string, present: readonly string[]): Promise<Problem> {
  const text = `${counted(present.length, 'file')} in assets ${present.length === 1 ? 'is' : 'are'} referred to by no record`;
  if (!(await filesBelongToDatabase({ db, folder }))) {
    return { text: `${text}, and the database may not be the one that they were stored with`, repair: null };
  }
  return {
    text,
    repair: async () => {
      for (const sha256 of present) await rm(contentPath({ folder }, sha256), { force: true });
      return 'removed';
    },
  };
}
