import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API } from '@tracklens/core';
import { startLocalService } from '../scripts/local-service.ts';
import type { Measured } from './goal.ts';
import { seedStore } from './seed-store.ts';
import { type Side, sideBySide, timed } from './side-by-side.ts';

/** Work on the project of `seedStore`: checks that the result is right for this number of experiments. */
export type ProjectWork = (api: API, experiments: number) => Promise<void>;

const count = 1000;
const rounds = { rounds: 9, warmUps: 3 };

/** Returns the cost of a thousand experiments out of more. */
function perThousand(side: Side, experiments: number): Side {
  return {
    name: `${side.name}, a thousand of ${experiments}`,
    run: async () => {
      const { wallMillis, cpuMillis } = await side.run();
      const share = count / experiments;
      return { wallMillis: wallMillis * share, ...(cpuMillis === undefined ? {} : { cpuMillis: cpuMillis * share }) };
    },
  };
}

/**
 * Measures work on a project of a thousand experiments against a peer, then the cost of each thousand among ten and
 * twenty-five thousand: a ratio of 1 is linear.
 *
 * @param peer starts a peer with its data folder and number of experiments; it is closed before the project grows.
 */
export async function asItGrows(
  work: string,
  ours: { readonly name: string; readonly run: ProjectWork; readonly atLeast: number },
  peer: (folder: string, experiments: number) => Promise<Side & { close(): Promise<void> }>,
): Promise<Measured[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tracklens-bench-'));
  const services: { stop(): Promise<void> }[] = [];
  const over = async (experiments: number): Promise<Side> => {
    const data = path.join(folder, String(experiments));
    await seedStore({ folder: data }, experiments);
    const service = await startLocalService(data, { built: true });
    services.push(service);
    const api = new API({ apiKey: service.env.SERVICE_API_KEY!, url: service.env.SERVICE_URL_OVERRIDE!, cache: false });
    return { name: ours.name, run: () => timed(() => ours.run(api, experiments)) };
  };
  try {
    const thousand = await over(count);
    const other = await peer(path.join(folder, 'peer'), count);
    const compared = await sideBySide(thousand, other, rounds).finally(() => other.close());
    const measured: Measured[] = [
      { work: `${count} experiments: ${work}`, comparison: compared, atLeast: ours.atLeast },
    ];
    for (const times of [10, 25]) {
      const more = perThousand(await over(count * times), count * times);
      const comparison = await sideBySide(more, { ...thousand, name: `${thousand.name}, ${count}` }, rounds);
      measured.push({ work: `the same among ${count * times}, each thousand`, comparison, atLeast: 0.8 });
    }
    return measured;
  } finally {
    for (const service of services) await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
