import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API, APIExperiment } from '@tracklens/core';
import { startLocalService } from '../../scripts/local-service.ts';
import { pythonEnvironment } from '../../scripts/python-environment.ts';
import { bareSocket } from '../bare-socket.ts';
import type { Measured } from '../goal.ts';
import { pythonSide } from '../python-side.ts';
import { seed } from '../seed.ts';
import { sideBySide, timed } from '../side-by-side.ts';

const count = 200;
/**
 * V8 recompiles this code path for some two thousand reads, on the core that the other side needs, so both are warmed
 * up.
 */
const rounds = { rounds: 15, warmUps: 12 };

/**
 * Two hundred reads of an experiment's metadata: sequential and concurrent, against the Python SDK's sequential ones;
 * and sequential against a bare socket, which has only the round trips.
 */
export async function smallReads(): Promise<Measured[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const service = await startLocalService(folder, { built: true });
  try {
    const { keys } = await seed(service, { experiments: count, metrics: 1, points: 1 });
    const api = new API({ apiKey: service.env.SERVICE_API_KEY!, url: service.env.SERVICE_URL_OVERRIDE!, cache: false });
    // Of different experiments: concurrent equal reads would be sent once.
    const experiments = keys.map((previousExperiment) => new APIExperiment({ api, previousExperiment }));
    const sequential = {
      name: 'sequential',
      run: () =>
        timed(async () => {
          for (const experiment of experiments) await experiment.getMetadata();
        }),
    };
    const concurrent = {
      name: 'concurrent',
      run: () => timed(() => Promise.all(experiments.map((experiment) => experiment.getMetadata()))),
    };
    const { python, env } = await pythonEnvironment();
    const comet = await pythonSide('comet-ml, sequential', python, 'comet_reads.py', [keys[0]!, String(count)], {
      ...env,
      ...service.env,
    });
    const socket = await bareSocket(service.env.SERVICE_URL_OVERRIDE!, service.env.SERVICE_API_KEY!);
    const bare = {
      name: 'a bare socket',
      run: () =>
        timed(async () => {
          for (const key of keys) {
            const bytes = await socket.get(`/api/rest/v2/experiment/metadata?experimentKey=${key}`);
            if (bytes < 200) throw new Error(`small-reads: a response of ${bytes} bytes`);
          }
        }),
    };
    try {
      const work = `${count} reads of metadata, same service`;
      return [
        { work, comparison: await sideBySide(sequential, comet, rounds), atLeast: 4 },
        {
          work: `${work}: share of the limit`,
          comparison: await sideBySide(sequential, bare, { rounds: 9, warmUps: 6 }),
          atLeast: 0.5,
        },
        { work, comparison: await sideBySide(concurrent, comet, { rounds: 9, warmUps: 6 }), atLeast: 10 },
      ];
    } finally {
      socket.close();
      await comet.close();
    }
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
