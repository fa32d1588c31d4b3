import { realpath, stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { storedKey } from '../data-folder/data-folder.ts';
import { respondingService } from '../data-folder/service-file.ts';
import { openCommandFor, typedCommand } from '../data-folder/typed-command.ts';
import { counted } from '../maintenance/counted.ts';
import { acquireProcessLock } from '../maintenance/process-lock.ts';
import { defaultWorkspaceName, startService } from '../service/server.ts';
import { databaseUrlOf } from './database-url.ts';
import { projectOf } from './project-argument.ts';
import { shutdownSignal } from './shutdown.ts';

/** Arguments of `tracklens import`. */
interface ImportArguments {
  readonly project?: string | undefined;
  readonly database?: string | undefined;
}

/** Service of a data folder. */
interface FolderService {
  readonly url: string;
  readonly apiKey: string;
  close(): Promise<void>;
}

/** Returns the running service of a data folder, or starts one for the time of the import. */
async function serviceOf(dataFolder: string, databaseUrl: string | undefined): Promise<FolderService> {
  const running = await respondingService(dataFolder);
  if (running !== null) return { url: running.url, apiKey: await storedKey(dataFolder), close: async () => {} };
  const started = await startService({ dataFolder, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  return { url: started.url, apiKey: await storedKey(dataFolder), close: () => started.close() };
}

/** Returns the project named like a file or folder, in the default workspace. */
async function projectNamedLike(path: string) {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  const projectName = basename(path, isFolder ? '' : extname(path)) || 'imported';
  return { workspaceName: defaultWorkspaceName, projectName };
}

/**
 * Runs `tracklens import PATH` and prints the runs. Ctrl-C cancels it.
 *
 * @returns the exit status: 1 if something could not be read, or nothing was imported
 */
export async function importFiles(values: ImportArguments, argument: string, dataFolder: string): Promise<number> {
  const path = await realpath(argument).catch(() => resolve(argument));
  const project = values.project === undefined ? await projectNamedLike(path) : projectOf(values.project);
  const databaseUrl = databaseUrlOf(values.database);
  const signal = shutdownSignal();
  // Read by this command only: a start of the service does not load the parsers.
  const [{ findSources }, { importRuns }] = await Promise.all([
    import('../import/find-sources.ts'),
    import('../import/import-runs.ts'),
  ]);
  const sources = await findSources(path);
  const service = await serviceOf(dataFolder, databaseUrl);
  const name = `${project.workspaceName}/${project.projectName}`;
  try {
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    // One that is started meanwhile, such as by cron, would take the experiments of this one for those of a killed one.
    const lock = await acquireProcessLock(dataFolder, `import ${path} into ${name}`);
    if (lock === null) {
      throw new Error(`Another process is importing ${path} into ${name}. Wait until it ends, then try again.`);
    }
    const { imported, known, failed } = await importRuns({ sources, project, service, signal, print })
      .catch((error) => {
        throw signal.aborted ? new Error('Cancelled. Run it again to import the remaining runs.') : error;
      })
      .finally(() => lock.close());
    print(`Imported ${counted(imported, 'run')} into ${name}.`);
    if (known > 0) print(`Imported before, and left as they are: ${counted(known, 'run')}.`);
    if (failed > 0) print(`Not imported: ${counted(failed, 'file')}, see above.`);
    if (imported + known > 0) {
      const page = `/${[project.workspaceName, project.projectName].map(encodeURIComponent).join('/')}`;
      process.stderr.write(`To see them: ${openCommandFor(typedCommand('open', dataFolder), page)}\n`);
    }
    return failed > 0 || imported + known === 0 ? 1 : 0;
  } finally {
    await service.close();
  }
}
