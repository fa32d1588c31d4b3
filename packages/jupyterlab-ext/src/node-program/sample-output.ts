import { API } from '@tracklens/core/browser';
import { bufferedBody, type Transport } from '@tracklens/core/client';
import type { OutputRequest } from './request.ts';
import { outputOf } from './view-output.ts';

const experiments = Array.from({ length: 6 }, (_, index) => ({
  experimentKey: `sample${index}`,
  experimentName: `sample ${index}: learning rate 0.${index}`,
  workspaceName: 'sample',
  projectName: 'sample',
  startTimeMillis: index,
}));
const metricNames = ['loss', 'val_loss', 'accuracy', 'val_accuracy'];

const steps = Array.from({ length: 60 }, (_, step) => step);

function pointsOf(metricName: string, experiment: number) {
  const values = steps.map((step) => Math.sin(step + experiment) / (step + 2));
  return { metricName, values, steps, timestamps: steps, durations: steps };
}

/** Responses of the service by the end of their path; what is missing here does not exist. */
const responses: Readonly<Record<string, unknown>> = {
  experiments: { experiments },
  summary: { values: metricNames.map((name) => ({ name, valueCurrent: '0.5' })) },
  parameters: { values: [{ name: 'rate', valueCurrent: '0.1' }] },
  tags: { tags: ['sample'] },
  'multi-metric-chart': {
    experiments: Object.fromEntries(
      experiments.map(({ experimentKey }, index) => [
        experimentKey,
        { metrics: metricNames.map((name) => pointsOf(name, index)) },
      ]),
    ),
  },
};

const transport: Transport = {
  async send({ path }) {
    const response = responses[path.split('/').at(-1)!];
    const body = bufferedBody(new TextEncoder().encode(JSON.stringify(response ?? { msg: 'absent' })));
    return { status: response ? 200 : 404, headers: {}, body };
  },
};

/**
 * Makes the output of a sample project, without a service. The code of an output runs then for the first time, which
 * takes longer than each time after it.
 */
export async function sampleOutput(forms: OutputRequest['forms'] = 'all') {
  const url = 'http://localhost';
  const api = new API({ url, transport, cache: false });
  const target = { kind: 'project', workspace: 'sample', projectName: 'sample' } as const;
  return await outputOf(api, { target, page: url, forms });
}
