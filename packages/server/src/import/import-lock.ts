import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqliteFile } from '../maintenance/folder-database.ts';
import { isBusy } from '../store/database/node-sqlite.ts';
import { experimentKeyOf, type TargetProject } from './run-requests.ts';

/** Lock that other processes cannot get until it is closed, or until this process ends. */
interface ImportLock {
  close(): Promise<void>;
}

/**
 * Locks the import of a path into a project, so that an import started meanwhile, such as by cron, does not take the
 * experiments of this one for those of a killed import. The service deletes the file of the lock when it starts.
 *
 * @throws Error while another process has the lock
 */
export async function lockImport(dataFolder: string, project: TargetProject, path: string): Promise<ImportLock> {
  const folder = join(dataFolder, 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return openSqliteFile(join(folder, `${experimentKeyOf(project, path, '')}.import`));
  } catch (error) {
    if (!isBusy(error)) throw error;
    const name = `${project.workspaceName}/${project.projectName}`;
    throw new Error(`Another process is importing ${path} into ${name}. Wait until it ends, then try again.`);
  }
}
