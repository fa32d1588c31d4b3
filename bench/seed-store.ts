import { addTags, logValues } from '../packages/server/src/store/experiments/experiment-items.ts';
import { insertExperiment, updateExperiment } from '../packages/server/src/store/experiments/experiments.ts';
import { ensureProject } from '../packages/server/src/store/experiments/projects.ts';
import { appendToExperiment } from '../packages/server/src/store/metrics/metric-append.ts';
import { openStore, type StoreOptions } from '../packages/server/src/store/open-store.ts';
import {
  analyze,
  copiedTogether,
  copyExperiments,
  seededKey,
} from '../packages/server/src/testing/copied-experiments.ts';

/** Contents of each experiment of `seedStore`; the scripts of the peers create the same. */
export const sample = {
  workspace: 'bench',
  project: 'bench',
  metrics: ['loss', 'accuracy', 'val_loss', 'val_accuracy', 'grad_norm'],
  /** Of each metric. */
  points: 10,
  numbers: ['lr', 'momentum', 'dropout', 'weight_decay', 'epochs'],
  texts: {
    optimizer: ['adam', 'sgd', 'lamb', 'lion'],
    model: ['mlp', 'cnn', 'vit'],
    data: ['digits'],
    user: ['ada'],
    criterion: ['mse'],
  },
} as const;

const start = 1_780_000_000_000;
/** Experiments written in one transaction. */
const perTransaction = 500;

/** Returns a number in [0, 1) by its purpose, the same in every run and in the scripts of the peers. */
function draw(experiment: number, column: number): number {
  let bits = Math.imul(experiment * 1000 + column + 1, 2_654_435_761) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 15), 2_246_822_519) >>> 0;
  return ((bits ^ (bits >>> 13)) >>> 0) / 2 ** 32;
}

function valuesOf(experiment: number): { name: string; value: string; timestamp: number }[] {
  const texts = Object.entries(sample.texts).map(
    ([name, choices]) => [name, choices[experiment % choices.length]!] as const,
  );
  const numbers = sample.numbers.map((name, column) => [name, String(draw(experiment, 100 + column))] as const);
  return [...texts, ...numbers].map(([name, value]) => ({ name, value, timestamp: start + experiment * 1000 }));
}

/**
 * Fills a data folder with finished experiments: each with a name, ten parameters, a tag and five metrics of ten
 * points. The first thousand are logged through the store itself, and their values repeat in each further thousand. No
 * service may use the folder meanwhile.
 */
export async function seedStore(options: StoreOptions, count: number): Promise<void> {
  const logged = Math.min(count, copiedTogether);
  const store = await openStore(options);
  try {
    const { project_id: projectId } = await ensureProject(
      store.db,
      { workspaceName: sample.workspace, projectName: sample.project, owner: 'bench' },
      start,
    );
    for (let from = 0; from < logged; from += perTransaction) {
      await store.db.transaction().execute(async (trx) => {
        for (let experiment = from; experiment < Math.min(logged, from + perTransaction); experiment++) {
          const experimentKey = seededKey(experiment);
          const startTime = start + experiment * 1000;
          await insertExperiment(
            trx,
            { experimentKey, projectId, name: `run ${experiment}`, runId: 'seeded', liveness: 'online', startTime },
            startTime,
          );
          await updateExperiment(trx, experimentKey, { ended: 1, end_time: startTime + 60_000 });
          await logValues(trx, 'experiment_parameters', experimentKey, valuesOf(experiment));
          await addTags(trx, experimentKey, [experiment % 10 === 0 ? 'kept' : 'plain'], startTime);
          const points = sample.metrics.flatMap((name, column) =>
            Array.from({ length: sample.points }, (_, step) => ({
              name,
              context: null,
              // The last point is the random number, which queries filter by.
              value: draw(experiment, column) + (sample.points - 1 - step),
              step,
              epoch: null,
              timestamp: startTime + step * 1000,
            })),
          );
          await appendToExperiment(trx, experimentKey, points);
        }
      });
    }
    await copyExperiments(store, count);
  } finally {
    await store.close();
  }
  // Creates the indexes.
  const indexed = await openStore(options);
  await analyze(indexed);
  await indexed.close();
}

/** Returns the number that `draw` gave to an experiment of the folder, which may be a copy of another. */
export const seededDraw = (experiment: number, column: number): number => draw(experiment % copiedTogether, column);
