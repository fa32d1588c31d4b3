import path from 'node:path';
import type { API } from '@tracklens/core';
import type { Outcome } from '../goal.ts';
import { asItGrows } from '../grown.ts';
import { peerEnvironment } from '../peer-environment.ts';
import { pythonSide } from '../python-side.ts';
import { sample, seededDraw } from '../seed-store.ts';

async function list(api: API, experiments: number): Promise<void> {
  const listed = await api.getExperimentSummaries(sample.workspace, sample.project);
  if (listed.length !== experiments) throw new Error(`${listed.length} experiments`);
  let low = 0;
  for (const { experiment, metadata, metrics } of listed) {
    if (experiment.name === null || metadata.running || metrics.size !== sample.metrics.length) {
      throw new Error(`${experiment.key} is incomplete`);
    }
    if (metrics.get('loss')!.current < 0.2) low++;
  }
  const wanted = Array.from({ length: experiments }, (_, index) => seededDraw(index, 0)).filter(
    (value) => value < 0.2,
  ).length;
  if (low !== wanted) throw new Error(`${low} experiments with a low loss instead of ${wanted}`);
}

/**
 * A project's experiments with names, states and the last, minimum and maximum value of five metrics, compared with
 * Trackio.
 */
export async function listing(): Promise<Outcome[]> {
  const peers = await peerEnvironment();
  return await asItGrows(
    'names, states and summaries of five metrics',
    { name: 'API.getExperimentSummaries', run: list, atLeast: 2 },
    (folder, experiments) =>
      pythonSide('Trackio, in its process', peers.python, 'trackio_list.py', [String(experiments)], {
        ...peers.env,
        TRACKIO_DIR: path.join(folder, 'trackio'),
      }),
  );
}
