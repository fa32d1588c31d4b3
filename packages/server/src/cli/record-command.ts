import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sizeText } from '@tracklens/core/contract';
import { recordingCommand } from '../data-folder/typed-command.ts';
import { counted } from '../maintenance/counted.ts';
import { openRecords } from '../maintenance/folder-database.ts';
import { writeRecording } from '../recording/write-recording.ts';
import { databaseUrlOf } from './database-url.ts';
import { projectOf } from './project-argument.ts';
import { shutdownSignal } from './shutdown.ts';
import { UsageError } from './usage-error.ts';

/** Arguments of `tracklens record`. */
interface RecordArguments {
  readonly experiments?: string | undefined;
  readonly output?: string | undefined;
  readonly 'no-assets': boolean;
  readonly force: boolean;
  readonly database?: string | undefined;
}

/** Returns the keys of a list, those of `-` from standard input; undefined without a list. */
async function keysOf(list: string | undefined): Promise<string[] | undefined> {
  const given = list === '-' ? (await text(process.stdin)).trim().replaceAll(/\s+/g, ',') : list;
  const keys = given?.split(',').map((key) => key.trim());
  if (keys?.includes('')) {
    throw new UsageError('--experiments needs keys, separated by commas, or with - one a line on standard input');
  }
  return keys;
}

/** Returns the file name of a recording, without characters that a file system or a shell treats differently. */
const fileNameOf = (projectName: string) => `${projectName.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.tracklens`;

/** Runs `tracklens record WORKSPACE/PROJECT` and prints the file. Ctrl-C cancels it. */
export async function recordExperiments(values: RecordArguments, argument: string, dataFolder: string): Promise<void> {
  const project = projectOf(argument);
  const experimentKeys = await keysOf(values.experiments);
  const file = values.output ?? fileNameOf(project.projectName);
  const signal = shutdownSignal();
  const print = (line: string) => void process.stderr.write(`${line}\n`);
  const databaseUrl = databaseUrlOf(values.database);
  const { db, close } = await openRecords(dataFolder, databaseUrl);
  print(`Recording ${argument} of ${databaseUrl === undefined ? dataFolder : 'the database'}`);
  try {
    const { path, experiments, bytes } = await writeRecording({
      ...project,
      experimentKeys,
      db,
      folder: dataFolder,
      file,
      assets: !values['no-assets'],
      force: values.force,
      signal,
      print,
    }).catch((error) => {
      throw signal.aborted ? new Error(`Cancelled. Nothing was written to ${resolve(file)}.`) : error;
    });
    process.stdout.write(`${path}: ${counted(experiments, 'experiment')}, ${sizeText(bytes)}\n`);
    print(`Open it with: ${recordingCommand(path)}`);
  } finally {
    await close();
  }
}
