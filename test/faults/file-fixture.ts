import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { API, APIExperiment, isRestApiException } from '@tracklens/core';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startService } from '@tracklens/server';
import { type FaultyServer, faultyServer } from './faulty-server.ts';

const apiKey = 'files-key-0123456789';
const shortMillis = 400;

/** Service with files of each kind behind a faulty server. */
export interface FileFixture {
  readonly folder: string;
  readonly server: FaultyServer;
  readonly api: API;
  /** Returns an API of another process, which has asked the service nothing yet. */
  newApi(): API;
  /** The same experiment with short timeouts. */
  readonly shortTimeouts: API;
  readonly experiment: APIExperiment;
  /** Content of every logged file. */
  readonly content: Buffer;
  /** Asset id of the file `model.bin`. */
  readonly assetId: string;
  /** Path of a file on disk with the same content. */
  readonly source: string;
  /** Zip archive of the logged patch. */
  readonly patch: Uint8Array;
}

/** Starts the fixture, which is stopped at the end of the test. */
export async function fileFixture(t: TestContext): Promise<FileFixture> {
  const folder = await temporaryFolder(t);
  const service = await startService({ dataFolder: join(folder, 'data'), apiKey });
  cleanup(t).defer(() => service.close());
  const server = await faultyServer(t, service.url);
  const given = {
    spool: false as const,
    url: server.url,
    apiKey,
    cache: false,
    retry: { pause: async () => {} },
    warn: () => {},
  };
  const api = new API(given);
  const timeouts = { call: shortMillis, list: shortMillis, upload: shortMillis, download: shortMillis, idle: 100 };
  const experiment = await APIExperiment.create({ api, workspace: 'lab', projectName: 'files', start: false });
  const content = randomBytes(1_000_000);
  const source = join(folder, 'source.bin');
  await writeFile(source, content);
  const { assetId } = await experiment.logAsset(source, { name: 'model.bin' });
  const send = async (query: string) => {
    const form = new FormData();
    form.set('file', new Blob([content]), 'file');
    const path = `/clientlib/asset/upload?experimentId=${experiment.key}&${query}`;
    await fetch(service.url + path, { method: 'POST', headers: { authorization: apiKey }, body: form });
  };
  await send('fileName=w.bin&type=model-element&groupingName=net');
  for (const name of ['events.0', 'train/events.1']) {
    await send(`fileName=${encodeURIComponent(name)}&type=tensorflow-file`);
  }
  await experiment.registerModel('net');
  await experiment.setGitPatch(Buffer.from('diff --git a/f b/f\n'));
  const patch = (await experiment.getGitPatch())!;
  return {
    folder,
    server,
    api,
    newApi: () => new API(given),
    experiment,
    content,
    source,
    patch,
    assetId: assetId!,
    shortTimeouts: new API({ ...given, timeouts }),
  };
}

/** Opens the same experiment in another client. */
export function through(api: API, { experiment }: FileFixture): APIExperiment {
  return new APIExperiment({ api, previousExperiment: experiment.key });
}

/** Returns `success`, or the code of the exception, whose message must begin with the name of the operation. */
export async function outcomeOf(operation: string, work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'success';
  } catch (error) {
    if (!isRestApiException(error)) throw error;
    if (!error.message.startsWith(`${operation}: `)) throw new Error(`not of ${operation}: ${error.message}`);
    if (!error.message.endsWith(`. ${error.remedy}.`)) throw new Error(`no remedy: ${error.message}`);
    return error.code;
  }
}

/** Whether a file has the content of the fixture. */
export async function isWhole(path: string, { content }: FileFixture): Promise<boolean> {
  return (await readFile(path)).equals(content);
}
