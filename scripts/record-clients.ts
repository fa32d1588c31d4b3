import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from './folders.ts';
import { startLocalService } from './local-service.ts';
import { step } from './progress.ts';
import { clients } from './record-clients/clients.ts';
import { scrub, withoutPersonalData } from './recorded-machine.ts';
import { type RecordedRequest, startRecordingProxy } from './recording-proxy.ts';

// Usage: node scripts/run.mjs record-clients [NAME ...] [--check]. Runs the real clients against the local service,
// prints their output, and saves their requests and the responses as test/clients/recordings/NAME.json, which
// test/clients/recordings.test.ts replays. Clients are installed on demand. For a client that a registry lacks,
// COMET_JAVA_CLIENT is the path of a jar of the Java SDK with its dependencies, and COMETR_SOURCE a folder with the
// sources of cometr. With --check nothing is saved.

const workspace = 'demo';
const projectName = 'clients';

/** Serializes a recording, one request per line. */
function recordingText(client: string, requests: readonly RecordedRequest[]): string {
  const lines = requests.map((request) => JSON.stringify(request)).join(',\n');
  return `{"client":${JSON.stringify(client)},"requests":[\n${lines}\n]}\n`;
}

/** Read endpoints that clients, and the test programs for them, poll until the logged data has arrived. */
const polled = /\/(?:health\/ping|isAlive\/ver|experiment\/(?:asset\/list|metrics\/summary|parameters))(?:\?|$)/;

/** Keeps only the last of each polled read, and the first of a ping. */
function withoutPolling(requests: readonly RecordedRequest[]): RecordedRequest[] {
  const groups = Map.groupBy(requests.keys(), (index) => `${requests[index]!.method} ${requests[index]!.path}`);
  return requests.filter(({ method, path: address }, index) => {
    if (method !== 'GET' || !polled.test(address)) return true;
    const repeated = groups.get(`${method} ${address}`)!;
    return index === (/ping|isAlive/.test(address) ? repeated[0] : repeated.at(-1));
  });
}

/** Removes the user name of the service from responses, because it is the user of this machine. */
function withoutUser(request: RecordedRequest): RecordedRequest {
  if (request.answer === undefined) return request;
  const response = request.answer.replace(/"(\w*[oO]wner\w*|userName|user)":"[^"]*"/g, '"$1":"demo"');
  return { ...request, answer: response };
}

/** Reduces the machine details of the Java SDK to those that can matter to an experiment. */
function withoutMachine(request: RecordedRequest): RecordedRequest {
  if (!request.path.endsWith('/write/experiment/system-details') || request.text === undefined) return request;
  const { logAdditionalSystemInfoList, ...details } = JSON.parse(request.text) as {
    osRelease?: string;
    logAdditionalSystemInfoList?: { key: string }[];
  };
  const javaDetails = logAdditionalSystemInfoList?.filter(({ key }) => /^java\.(?:version|vendor)$/.test(key));
  const text = JSON.stringify({
    ...details,
    ...(details.osRelease ? { osRelease: '6.1.0' } : {}),
    ...(javaDetails ? { logAdditionalSystemInfoList: javaDetails } : {}),
  });
  return { ...request, text };
}

async function record(name: string, saved: boolean): Promise<void> {
  const client = clients[name];
  if (client === undefined) throw new Error(`Unknown client ${name}; available: ${Object.keys(clients).join(', ')}.`);
  const scratch = await mkdtemp(path.join(tmpdir(), 'client-recording-'));
  try {
    const service = await startLocalService(path.join(scratch, 'data'));
    try {
      const proxy = await startRecordingProxy(service.url, { reads: true });
      const files = path.join(scratch, 'files');
      await mkdir(files);
      const apiKey = service.env.SERVICE_API_KEY!;
      const env = {
        ...process.env,
        COMET_API_KEY: apiKey,
        COMET_URL_OVERRIDE: `${proxy.url}/clientlib/`,
        COMET_BASE_URL: proxy.url,
        COMET_WORKSPACE: workspace,
        COMET_WORKSPACE_NAME: workspace,
        COMET_PROJECT_NAME: projectName,
        COMET_ERROR_TRACKING_ENABLE: 'false',
        COMET_INTERNAL_REPORTING: 'false',
      };
      const started = Date.now();
      const output = await step(client.title, () => client.run(files, env));
      console.log(output.trim());
      await proxy.close();
      if (proxy.failures.length > 0) console.log(`Rejected by the service:\n${proxy.failures.join('\n')}`);
      if (!saved) return;
      const neutral = scrub({
        [apiKey]: 'recorded',
        [scratch]: '/home/demo',
        [new URL(proxy.url).host]: '127.0.0.1',
        [new URL(service.url).host]: '127.0.0.1',
        [`"${hostname()}"`]: '"demo-machine"',
      });
      const requests = withoutPolling(proxy.requests).map((request) => {
        const { timeMillis, ...rest } = withoutMachine(withoutUser(withoutPersonalData(neutral(request))));
        return { timeMillis: timeMillis - started, ...rest };
      });
      const target = inRoot('test', 'clients', 'recordings', `${name}.json`);
      await mkdir(path.dirname(target), { recursive: true });
      const text = recordingText(client.title, requests);
      await writeFile(target, text);
      console.log(`${path.relative(inRoot(), target)}: ${requests.length} requests, ${(text.length / 1000) | 0} kB`);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const asked = process.argv.slice(2);
const names = asked.filter((name) => !name.startsWith('--'));
for (const name of names.length > 0 ? names : Object.keys(clients)) await record(name, !asked.includes('--check'));
