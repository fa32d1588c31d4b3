import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from './command.ts';
import { inRoot } from './folders.ts';
import { step } from './progress.ts';
import { type RecordedRequest, startRecordingProxy } from './recording-proxy.ts';
import { pythonEnvironment, startLocalService } from './setup.ts';

// node scripts/run.mjs record-digits: runs the digits sweep with the real SDK and keeps what it sent in
// examples/recording/digits.tracklens, which `tracklens serve --demo` replays. Gzipped lines of JSON: a head
// (RecordingHead), then one RecordedRequest each. Keys are removed and this machine's names replaced.

/** First line of a recording. */
interface RecordingHead {
  format: 'tracklens-recording';
  version: 1;
  workspace: string;
  projectName: string;
  recordedAtMillis: number;
}

const limitBytes = 2_000_000;
const target = inRoot('examples', 'recording', 'digits.tracklens');
const workspace = 'demo';
const projectName = 'digits';

const scratch = await mkdtemp(path.join(tmpdir(), 'digits-recording-'));
try {
  const { python, env, folder } = await pythonEnvironment();
  const service = await startLocalService(path.join(scratch, 'data'));
  try {
    const proxy = await startRecordingProxy(service.url);
    // The sweep runs from a copy outside of the checkout, so that no path of the checkout is logged.
    const example = path.join(scratch, 'digits');
    await cp(inRoot('examples', 'digits'), example, {
      recursive: true,
      filter: (source) => !source.includes('__pycache__'),
    });
    const output = await step('digits sweep', () =>
      run(python, ['train.py', '--workspace', workspace, '--project', projectName, '--output', 'output'], {
        cwd: example,
        env: { ...env, ...service.env, COMET_URL_OVERRIDE: `${proxy.url}/clientlib/` },
      }),
    );
    console.log(output);
    await proxy.close();
    if (proxy.failures.length > 0) throw new Error(`The service refused:\n${proxy.failures.join('\n')}`);
    const neutral = scrub({
      [service.env.SERVICE_API_KEY!]: 'recorded',
      [example]: '/home/demo/digits',
      [folder]: '/home/demo/venv',
      [proxy.url]: 'http://127.0.0.1:5000',
      [service.url]: 'http://127.0.0.1:5000',
      [hostname()]: 'demo-machine',
    });
    const requests = proxy.requests.map((request) => withoutPerson(neutral(request)));
    const head: RecordingHead = {
      format: 'tracklens-recording',
      version: 1,
      workspace,
      projectName,
      recordedAtMillis: requests[0]!.timeMillis,
    };
    const lines = [head, ...requests].map((line) => JSON.stringify(line)).join('\n');
    const bytes = gzipSync(lines, { level: 9 });
    if (bytes.length > limitBytes) throw new Error(`The recording is ${bytes.length} bytes, over ${limitBytes}.`);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes);
    console.log(`${path.relative(inRoot(), target)}: ${requests.length} requests, ${(bytes.length / 1000) | 0} kB`);
  } finally {
    await service.stop();
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

/** Replaces strings wherever they stand in the path or a text body, in plain, JSON and URL-encoded spelling. */
function scrub(replacements: Record<string, string>): (request: RecordedRequest) => RecordedRequest {
  const pairs = Object.entries(replacements)
    .filter(([from]) => from.length > 0)
    .flatMap(([from, to]) => [[from, to] as const, [encodeURIComponent(from), encodeURIComponent(to)] as const]);
  const replace = (text: string) => pairs.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  return (request) => ({
    ...request,
    path: replace(request.path),
    ...(request.text === undefined ? {} : { text: replace(request.text) }),
    ...(request.answer === undefined ? {} : { answer: replace(request.answer) }),
  });
}

/** Neutral values for what the SDK tells about the machine and its user. */
function withoutPerson(request: RecordedRequest): RecordedRequest {
  if (request.text === undefined || !request.contentType?.startsWith('application/json')) return request;
  const neutral: Record<string, string> = {
    user: 'demo',
    ip: '127.0.0.1',
    hostname: 'demo-machine',
    apiKey: 'recorded',
    api_key: 'recorded',
  };
  const text = withoutOtherPackages(request.text)
    .replace(/"(user|ip|hostname|apiKey|api_key)":\s*"[^"]*"/g, (_, name: string) => `"${name}":"${neutral[name]}"`)
    .replaceAll(`"${userInfo().username} - `, '"demo - ');
  return { ...request, text };
}

/** The list of installed system packages, cut to the ones that matter to an experiment. */
function withoutOtherPackages(text: string): string {
  if (!text.includes('"osPackages"')) return text;
  const body = JSON.parse(text) as { osPackages?: string[] };
  const kept = body.osPackages?.filter((name) => /^(base-files|bash|libc6|openssl|python3)=/.test(name)) ?? [];
  return JSON.stringify({ ...body, osPackages: kept });
}
