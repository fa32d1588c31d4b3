import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { inRoot } from '../../scripts/folders.ts';
import { freePort } from '../../scripts/free-port.ts';
import type { Outcome } from '../goal.ts';
import { mlflowCommand } from '../mlflow-server.ts';
import { peerEnvironment } from '../peer-environment.ts';
import { familyOf, residentMegabytesOf } from '../process-cost.ts';
import { type Sample, type Side, sideBySide, spread } from '../side-by-side.ts';

const idleMillis = 3_000;
const program = inRoot('packages', 'server', 'dist', 'tracklens.mjs');

/** A server that is restarted for each sample, with its memory when idle. */
interface Started extends Side {
  readonly idleMegabytes: number[];
}

async function isReady(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: 5_000 });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

/** Ends a process and its children, and waits for it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const family = familyOf(child.pid!);
  child.kill('SIGTERM');
  const force = setTimeout(() => {
    for (const pid of family) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
  }, 5_000);
  await ended;
  clearTimeout(force);
}

/** Measures from the start of a process to its first response. */
function started(
  name: string,
  env: NodeJS.ProcessEnv,
  cwd: string,
  command: (port: number) => readonly [string, readonly string[]],
  address: string,
): Started {
  const idleMegabytes: number[] = [];
  return {
    name,
    idleMegabytes,
    async run(): Promise<Sample> {
      const port = await freePort();
      const [file, args] = command(port);
      const url = `http://127.0.0.1:${port}${address}`;
      const start = performance.now();
      const child = spawn(file, args, { env, cwd, stdio: 'ignore' });
      try {
        while (!(await isReady(url))) {
          if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
          if (performance.now() - start > 120_000) throw new Error(`${name} does not respond`);
          await pause(5);
        }
        const wallMillis = performance.now() - start;
        await pause(idleMillis);
        idleMegabytes.push(residentMegabytesOf(child.pid!));
        return { wallMillis };
      } finally {
        await end(child);
      }
    },
  };
}

/**
 * From process start to the first response, and the idle memory afterwards: ours, Trackio's dashboard, MLflow's server.
 */
export async function start(): Promise<Outcome[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const peers = await peerEnvironment();
  try {
    const ours = started(
      'tracklens serve',
      process.env,
      folder,
      (port) => [process.execPath, [program, 'serve', '--port', String(port), '--data', path.join(folder, 'ours')]],
      '/clientlib/isAlive/ver',
    );
    const script = fileURLToPath(new URL('../peers/trackio_show.py', import.meta.url));
    const trackio = started(
      'trackio show',
      { ...peers.env, TRACKIO_DIR: path.join(folder, 'trackio') },
      folder,
      (port) => [peers.python, [script, String(port)]],
      '/',
    );
    const mlflow = started('mlflow server', peers.env, folder, (port) => mlflowCommand(peers, folder, port), '/health');
    const againstTrackio = await sideBySide(ours, trackio, { rounds: 5 });
    const againstMlflow = await sideBySide(ours, mlflow, { rounds: 2, warmUps: 0 });
    const work = 'from process start to the first response';
    const megabytes = (side: Started) => Math.round(spread(side.idleMegabytes).median);
    return [
      { work, comparison: againstTrackio, atLeast: 1 },
      { work, comparison: againstMlflow, atLeast: 10 },
      { work, quantity: 'tracklens serve', unit: 'ms', values: againstTrackio.oursMillis, limit: 500 },
      {
        work: `idle memory (trackio: ${megabytes(trackio)} MB, mlflow: ${megabytes(mlflow)} MB)`,
        quantity: 'tracklens serve',
        unit: 'MB',
        values: spread(ours.idleMegabytes),
        limit: 75,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
