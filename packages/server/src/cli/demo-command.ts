import { join, resolve } from 'node:path';
import { neededFolder, recordingsFolder } from '../data-folder/data-folder.ts';
import { pythonConnection } from '../data-folder/python-connection.ts';
import { respondingService } from '../data-folder/service-file.ts';
import { shellOf } from '../data-folder/shell.ts';
import { openCommandFor, typedCommand } from '../data-folder/typed-command.ts';
import { readRecording } from '../service/recording.ts';
import { openPage } from './open-page.ts';
import { exclusionCommand } from './proxy-exclusion.ts';
import { type ServeArguments, serve } from './serve-command.ts';

/** Arguments of `tracklens demo`. */
interface DemoArguments extends ServeArguments {
  readonly data?: string | undefined;
  readonly print: boolean;
}

/** What the command shows: a data folder, and the page of its project. */
interface Shown {
  readonly dataFolder: string;
  readonly path: string;
  /** Label of its address in the output. */
  readonly title: string;
  /** Call of a connection in Python that displays it. */
  readonly call: string;
}

const displayCall = (...names: string[]) => `display_project(${names.map((name) => JSON.stringify(name)).join(', ')})`;

/** Returns what is shown of the recorded example. */
const demoData = (dataFolder: string): Shown => ({
  dataFolder,
  path: '/demo/digits',
  title: 'Demo data',
  call: displayCall('demo', 'digits'),
});

/** Returns what is shown of the recording of a file. */
async function recordingData(file: string, data: string | undefined): Promise<Shown> {
  const { hash, head } = await readRecording(file);
  const names = [head.workspace, ...(head.projectName === undefined ? [] : [head.projectName])];
  return {
    dataFolder: resolve(data ?? join(neededFolder(recordingsFolder()), hash.slice(0, 16))),
    path: `/${names.map(encodeURIComponent).join('/')}`,
    title: 'Recording',
    call: head.projectName === undefined ? `projects(${JSON.stringify(head.workspace)})` : displayCall(...names),
  };
}

/**
 * Runs the service with the demo data, or with a recording, in a folder of its own, and opens their page in the
 * browser. If the service of that folder runs already, only opens the page.
 */
export async function demo(values: DemoArguments, demoFolder: string): Promise<void> {
  const file = values.recording;
  const shown = file === undefined ? demoData(demoFolder) : await recordingData(file, values.data);
  const { dataFolder, path, title, call } = shown;
  const show = () => openPage({ dataFolder, path, print: values.print });
  const running = await respondingService(dataFolder);
  if (running !== null) {
    process.stdout.write(`tracklens service: ${running.url}\n`);
    return await show();
  }
  const content = file === undefined ? ({ demo: 'new-folder' } as const) : {};
  await serve({ ...values, ...content }, dataFolder, async (service) => {
    const exclusion = exclusionCommand(shellOf());
    process.stdout.write(`tracklens service: ${service.url}
api key: ${service.apiKeyFile}

${title}: ${service.url}${path}
Page:      ${openCommandFor(typedCommand('open', dataFolder), path)}
Python:    import tracklens; ${pythonConnection(service.url, service.apiKeyFile)}.${call}
${exclusion === '' ? '' : `To log to it past your HTTP proxy: ${exclusion}`}Ctrl-C ends the service. The data stay in ${dataFolder}.

`);
    // The service is useful without a browser.
    await show().catch((error: Error) => process.stderr.write(`tracklens: ${error.message}\n`));
  });
}
