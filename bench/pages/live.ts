import { API, type Transport } from '@tracklens/core/browser';
import { bufferedBody } from '@tracklens/core/client';
import { contract } from '@tracklens/core/contract';
import { mountView } from '@tracklens/ui';
import { lossCurve } from '../seed.ts';
import { quietHost, stage } from './stage.ts';

/*
 * A page that watches a running experiment, read again every 20 ms instead of every 5 s. The responses of the service
 * are simulated: as many points as a service samples, of a growing number of logged ones. The number of reads is in
 * `document.title`.
 */

const { experiments, metrics } = contract;
const names = ['loss', 'val_loss', 'accuracy', 'learning_rate'];
/** Points that the local service returns of a long series. */
const sampled = 500;
const key = 'a'.repeat(32);
const start = 1_790_000_000_000;
let reads = 0;

/** Returns the response to a read of the view; the run is 12 steps longer at each one. */
function respond(path: string): unknown {
  const last = 20_000 + 12 * reads;
  if (path === experiments.metadata.path) {
    return {
      experimentKey: key,
      experimentName: 'watched',
      workspaceName: 'ada',
      projectName: 'digits',
      running: true,
      archived: false,
      startTimeMillis: start,
      endTimeMillis: start + last * 1000,
    };
  }
  if (path === experiments.tags.path) return { tags: ['live'] };
  if (path === metrics.summary.path) {
    const values = names.map((name) => ({
      name,
      valueMin: '0.1',
      valueMax: '2',
      valueCurrent: '0.2',
      stepCurrent: last,
    }));
    return { values };
  }
  if (path === metrics.chart.path) {
    reads++;
    document.title = String(reads);
    const steps = Array.from({ length: sampled }, (_, at) => Math.round((last / sampled) * at));
    const entry = (name: string, at: number) => ({
      metricName: name,
      values: Array.from(lossCurve(at, reads, sampled)),
      steps,
      timestamps: steps.map((step) => start + step * 1000),
      total: last,
    });
    return { experiments: { [key]: { experiment_key: key, metrics: names.map(entry) } } };
  }
  return {};
}

const transport: Transport = {
  async send({ path }) {
    const bytes = new TextEncoder().encode(JSON.stringify(respond(path)));
    return { status: 200, headers: { 'content-type': 'application/json' }, body: bufferedBody(bytes) };
  },
};

const element = stage();
mountView(element, {
  target: { kind: 'experiment', experimentKey: key },
  state: {
    version: 1,
    tab: 'charts',
    charts: { smoothing: { method: 'ema', amount: 0.9 }, zoom: { loss: { x: [0, 9000] } } },
  },
  api: new API({ transport }),
  host: quietHost,
  pollMillis: 20,
});
