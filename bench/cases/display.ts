import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inCache, inRoot } from '../../scripts/folders.ts';
import { pythonEnvironment, startLocalService } from '../../scripts/setup.ts';
import type { Outcome } from '../goal.ts';
import { peerEnvironment } from '../peer-environment.ts';
import { pythonSide } from '../python-side.ts';
import { type Sample, sideBySide, spread } from '../side-by-side.ts';

const rounds = 5;

/**
 * `display_project` in Python: 14 experiments with four charts as payload, HTML, PNG and text. The first output of a
 * process, in the cell that imports the package or in a later one, the tenth, and each one after it compared with
 * matplotlib, which only draws charts of points that it has already.
 */
export async function display(): Promise<Outcome[]> {
  const folder = inCache('bench-display');
  await rm(folder, { recursive: true, force: true });
  const service = await startLocalService(path.join(folder, 'data'), { demo: true, built: true });
  const { python, env } = await pythonEnvironment();
  const peers = await peerEnvironment();
  const environment = {
    ...env,
    ...service.env,
    PYTHONPATH: inRoot('packages', 'jupyterlab-ext'),
    TRACKLENS_NODE: process.execPath,
  };
  const displaying = () =>
    pythonSide('tracklens.display_project', python, '../display.py', ['demo', 'digits'], environment);
  const first: Sample[] = [];
  const later: Sample[] = [];
  const tenth: Sample[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const imported = await displaying();
      first.push(await imported.run());
      await imported.close();
      const side = await displaying();
      // The time until a person runs the next cell.
      await setTimeout(2000);
      for (let count = 1; count <= 10; count++) {
        const sample = await side.run();
        if (count === 1) later.push(sample);
        if (count === 10) tenth.push(sample);
      }
      await side.close();
    }
    const ours = await displaying();
    const peer = await pythonSide('matplotlib', peers.python, 'matplotlib_charts.py', [], peers.env);
    const comparison = await sideBySide(ours, peer, { rounds: 9, warmUps: 10 });
    await Promise.all([ours.close(), peer.close()]);
    const limited = (work: string, samples: readonly Sample[], limit: number): Outcome => {
      const values = spread(samples.map(({ cpuMillis }) => cpuMillis!));
      return { work, quantity: 'CPU of Python and Node.js', unit: 'ms', values, limit };
    };
    return [
      limited('first `display_project` of a kernel, four charts as HTML and PNG, with the import', first, 250),
      limited('the same, in a cell after the import', later, 250),
      limited('the same, the tenth', tenth, 30),
      { work: 'the same, warm, against drawing four charts to PNG', comparison, atLeast: 2 },
    ];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
