import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { RecordingHead } from '@tracklens/core/contract';
import { run } from './command.ts';
import { inRoot } from './folders.ts';
import { step } from './progress.ts';
import { scrub, withoutPersonalData } from './recorded-machine.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { pythonEnvironment, startLocalService } from './setup.ts';

// Usage: node scripts/run.mjs record-digits. Runs the digits sweep with the real SDK and stores its requests in
// examples/recording/digits.tracklens, which `tracklens serve --demo` replays. Format: lines of JSON, compressed with
// Brotli: a header (RecordingHead), then one RecordedRequest per line. Keys are removed and names of this machine are
// replaced.

/** Maximum size of the file in bytes: each package contains it. */
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
    // The sweep runs in a copy outside the checkout, so that no path of the checkout is logged.
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
    if (proxy.failures.length > 0) throw new Error(`The service rejected:\n${proxy.failures.join('\n')}`);
    const neutral = scrub({
      [service.env.SERVICE_API_KEY!]: 'recorded',
      [example]: '/home/demo/digits',
      [folder]: '/home/demo/venv',
      [proxy.url]: 'http://127.0.0.1:5000',
      [service.url]: 'http://127.0.0.1:5000',
      [hostname()]: 'demo-machine',
    });
    const requests = proxy.requests.map((request) => withoutPersonalData(neutral(request)));
    const head: RecordingHead = {
      format: 'tracklens-recording',
      version: 1,
      workspace,
      projectName,
      recordedAtMillis: requests[0]!.timeMillis,
    };
    const lines = [head, ...requests].map((line) => JSON.stringify(line)).join('\n');
    const bytes = brotliCompressSync(lines, {
      params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
    });
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
