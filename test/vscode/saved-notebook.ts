import { type ViewPayload, viewMimeType } from '@tracklens/core/display';

/** Dated payload with a snapshot of one experiment and two metrics. */
export const savedPayload: ViewPayload = {
  target: { kind: 'experiment', experimentKey: 'a1b2c3d4e5f60718293a4b5c6d7e8f90', tab: 'charts' },
  snapshot: {
    takenAtMillis: Date.UTC(2026, 9, 5, 12),
    experiments: [
      {
        metadata: {
          experimentKey: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
          experimentName: 'saved-boat',
          workspaceName: 'team',
          projectName: 'vision',
          running: false,
          startTimeMillis: Date.UTC(2026, 9, 5, 11),
          endTimeMillis: Date.UTC(2026, 9, 5, 11, 30),
          durationMillis: 1_800_000,
        },
        tags: ['saved'],
        metrics: ['loss', 'accuracy'].map((name) => ({ name, valueMin: '0.1', valueMax: '1', valueCurrent: '0.1' })),
        parameters: [{ name: 'learning_rate', valueCurrent: '0.01' }],
      },
    ],
    chart: {
      a1b2c3d4e5f60718293a4b5c6d7e8f90: {
        experiment_key: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
        metrics: ['loss', 'accuracy'].map((metricName) => ({
          metricName,
          steps: Array.from({ length: 30 }, (_, step) => step),
          values: Array.from({ length: 30 }, (_, step) =>
            String(metricName === 'loss' ? 0.9 ** step : 1 - 0.9 ** step),
          ),
        })),
      },
    },
  },
};

/** Returns a notebook file with one saved view output per payload. */
export function savedNotebook(payloads: readonly unknown[]): string {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: 'python' }, kernelspec: { name: 'python3', display_name: 'Python 3' } },
    cells: payloads.map((payload, index) => ({
      id: `cell-${index}`,
      cell_type: 'code',
      execution_count: index + 1,
      metadata: {},
      source: [`# cell ${index}`],
      outputs: [
        {
          output_type: 'display_data',
          metadata: {},
          data: { [viewMimeType]: payload, 'text/plain': ['Tracklens view'] },
        },
      ],
    })),
  });
}
