import { chartMetricJson, everyPointJson, textsOf } from './column-texts.ts';
import { readValues } from './experiment-items.ts';
import { optionalJson } from './metric-json.ts';
import { type MetricSummaryRow, readPoints } from './metric-read.ts';
import { fullPoints, sampledPoints, sampleIndices } from './metric-sample.ts';
import { joinBySteps, orderBySteps, pickPoints } from './metric-series.ts';
import type { Executor, Store } from './store.ts';

/** What a chart shows. */
export interface ChartQuestion {
  readonly experimentKeys: readonly string[];
  readonly metricNames: readonly string[];
  /** Null: no parameters were asked for. */
  readonly parameterNames: readonly string[] | null;
  /** False: only steps that every named metric has. */
  readonly independent: boolean;
  /** True: up to 15,000 points a metric, else about 500. */
  readonly full: boolean;
}

/** Names and keys a statement may list. */
const keysPerStatement = 5_000;

const encoder = new TextEncoder();

interface ChartExperiment {
  readonly key: string;
  readonly runId: string;
  readonly name: string | null;
  /** Time of the first point of any of its metrics. */
  readonly origin: number;
  readonly summaries: ReadonlyMap<string, MetricSummaryRow>;
}

async function findExperiments(db: Executor, question: ChartQuestion): Promise<ChartExperiment[]> {
  const found: ChartExperiment[] = [];
  const keys = [...new Set(question.experimentKeys)];
  for (let from = 0; from < keys.length; from += keysPerStatement) {
    const slice = keys.slice(from, from + keysPerStatement);
    const experiments = await db
      .selectFrom('experiments')
      .select(['experiment_key', 'name', 'run_id'])
      .where('experiment_key', 'in', slice)
      .execute();
    const origins = await db
      .selectFrom('metric_summaries')
      .select(['experiment_key', (eb) => eb.fn.min('timestamp_first').as('origin')])
      .where('experiment_key', 'in', slice)
      .groupBy('experiment_key')
      .execute();
    const summaries =
      question.metricNames.length === 0
        ? []
        : await db
            .selectFrom('metric_summaries')
            .selectAll()
            .where('experiment_key', 'in', slice)
            .where('metric_name', 'in', question.metricNames)
            .execute();
    const originOf = new Map(origins.map((row) => [row.experiment_key, Number(row.origin)]));
    const summariesOf = new Map<string, Map<string, MetricSummaryRow>>();
    for (const row of summaries) {
      const of = summariesOf.get(row.experiment_key) ?? new Map<string, MetricSummaryRow>();
      summariesOf.set(row.experiment_key, of.set(row.metric_name, row));
    }
    const rowOf = new Map(experiments.map((row) => [row.experiment_key, row]));
    for (const key of slice) {
      const row = rowOf.get(key);
      if (row === undefined) continue;
      found.push({
        key,
        runId: row.run_id,
        name: row.name,
        origin: originOf.get(key) ?? 0,
        summaries: summariesOf.get(key) ?? new Map(),
      });
    }
  }
  return found;
}

/**
 * What a cached piece is made of, besides the part of the metric that it holds: a first point that arrives late changes the origin,
 * and an experiment that was deleted and made anew has another run.
 */
function pieceName({ key, runId, origin }: ChartExperiment, metricName: string, part: string): string {
  return JSON.stringify([key, runId, metricName, origin, part]);
}

/** A metric's points in the order of their steps, or those that stand for them. */
async function orderedJson(
  db: Executor,
  summary: MetricSummaryRow,
  limit: number,
  origin: number,
): Promise<Uint8Array> {
  const points = orderBySteps(await readPoints(db, summary));
  const indices = sampleIndices(points.values, limit);
  const shown = indices === null ? points : pickPoints(points, indices);
  return chartMetricJson(summary.metric_name, [textsOf(shown, origin)], points.values.length);
}

async function separateMetrics(
  store: Store,
  db: Executor,
  experiment: ChartExperiment,
  names: readonly string[],
  limit: number,
): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for (const name of names) {
    const summary = experiment.summaries.get(name);
    if (summary === undefined) continue;
    const nameOf = (part: string) => pieceName(experiment, name, part);
    const cached = nameOf(`${limit} of ${summary.total}`);
    let piece = store.fragments.get(cached);
    if (piece === null) {
      piece = summary.total > limit ? null : await everyPointJson(store, db, summary, nameOf, experiment.origin);
      piece ??= await orderedJson(db, summary, limit, experiment.origin);
      store.fragments.set(cached, piece);
    }
    pieces.push(piece);
  }
  return pieces;
}

interface JoinedMetrics {
  readonly pieces: Uint8Array[];
  readonly steps: string;
  readonly epochs: string;
}

async function joinedMetrics(
  db: Executor,
  experiment: ChartExperiment,
  names: readonly string[],
  limit: number,
): Promise<JoinedMetrics> {
  const summaries = names.map((name) => experiment.summaries.get(name));
  if (summaries.length === 0 || summaries.includes(undefined)) return { pieces: [], steps: 'null', epochs: 'null' };
  const series = [];
  for (const summary of summaries) series.push(await readPoints(db, summary!));
  const joined = joinBySteps(series);
  // The series stay parallel: a point that matters in one of them is shown in all.
  const share = Math.max(5, Math.floor(limit / joined.length));
  const samples = joined.map((points) => sampleIndices(points.values, share));
  const total = joined[0]!.values.length;
  const shown =
    total <= limit
      ? joined
      : joined.map((points) =>
          pickPoints(
            points,
            [...new Set(samples.flatMap((kept) => kept ?? []))].sort((a, b) => a - b),
          ),
        );
  return {
    pieces: shown.map((points, index) => chartMetricJson(names[index]!, [textsOf(points, experiment.origin)], total)),
    steps: `[${shown[0]!.steps.join(',')}]`,
    epochs: optionalJson(shown[0]!.epochs),
  };
}

async function chosenParameters(db: Executor, experimentKey: string, names: readonly string[]): Promise<string> {
  const wanted = new Set(names);
  const rows = await readValues(db, 'experiment_parameters', experimentKey);
  return JSON.stringify(
    Object.fromEntries(rows.flatMap((row) => (wanted.has(row.name) ? [[row.name, row.value]] : []))),
  );
}

/** The answer to a chart question as pieces of JSON: an object `experiments` by key; keys that nobody logged to are left out. */
export async function chartPieces(store: Store, question: ChartQuestion): Promise<Uint8Array[]> {
  const limit = question.full ? fullPoints : sampledPoints;
  const names = [...new Set(question.metricNames)].filter((name) => name !== '');
  const answer: Uint8Array[] = [];
  let glue = '{"experiments":{';
  const add = (piece: Uint8Array) => {
    answer.push(encoder.encode(glue), piece);
    glue = '';
  };
  await store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      let first = true;
      for (const experiment of await findExperiments(db, { ...question, metricNames: names })) {
        const { pieces, steps, epochs } = question.independent
          ? { pieces: await separateMetrics(store, db, experiment, names, limit), steps: 'null', epochs: 'null' }
          : await joinedMetrics(db, experiment, names, limit);
        const params =
          question.parameterNames === null
            ? 'null'
            : await chosenParameters(db, experiment.key, question.parameterNames);
        const key = JSON.stringify(experiment.key);
        glue +=
          `${first ? '' : ','}${key}:{"experiment_key":${key},"experimentKey":${key},` +
          `"experimentName":${JSON.stringify(experiment.name)},"empty":false,"steps":${steps},"epochs":${epochs},` +
          `"params":${params},"metrics":[`;
        first = false;
        pieces.forEach((piece, index) => {
          if (index > 0) glue += ',';
          add(piece);
        });
        glue += ']}';
      }
    });
  answer.push(encoder.encode(`${glue}}}`));
  return answer;
}
