import assert from 'node:assert/strict';
import { chartOfColumns } from '@tracklens/core/charts';
import { chartColumns, metricWindows } from '@tracklens/core/client';
import { contract } from '@tracklens/core/contract';
import { type ViewPayload, viewMimeType } from '@tracklens/core/display';
import type { ContractCase } from '../contract-service.ts';

const { metrics } = contract;

export const metricCases: readonly ContractCase[] = [
  {
    title: 'points come back with value, step, epoch and time',
    async run({ experiment }) {
      const one = await experiment();
      await one.logMetric('loss', 0.5, { step: 3, epoch: 1, timestamp: 1_700_000_000_000 });
      const [point] = await one.getMetrics({ metric: 'loss' });
      assert.deepEqual(
        [point?.metricName, Number(point?.metricValue), point?.step, point?.epoch, point?.timestamp],
        ['loss', 0.5, 3, 1, 1_700_000_000_000],
      );
    },
  },
  {
    title: 'nested metrics get names with slashes, in one call',
    async run({ experiment }) {
      const one = await experiment();
      await one.logMetrics({ train: { loss: 1, acc: 0.5 }, 'val/loss': 2 }, { step: 1 });
      const names = (await one.getMetrics()).map(({ metricName }) => metricName).sort();
      assert.deepEqual(names, ['train/acc', 'train/loss', 'val/loss']);
    },
  },
  {
    title: 'values that are not finite are kept',
    async run({ experiment }) {
      const one = await experiment();
      for (const [step, value] of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].entries()) {
        await one.logMetric('loss', value, { step });
      }
      const values = (await one.getMetrics({ metric: 'loss' })).map(({ metricValue }) => metricValue);
      assert.deepEqual(values, ['NaN', 'Infinity', '-Infinity']);
    },
  },
  {
    title: 'typed arrays have the values of the records, whatever they are',
    async run({ experiment }) {
      const one = await experiment();
      const logged = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.1 + 0.2, 1e-310, 5e-324];
      logged.push(Number.MAX_VALUE, 2 ** 80 / 3, 2 ** 53 + 2, -7);
      const texts = ['NaN', '1e-7', '-Infinity'];
      for (const [step, value] of [...logged, ...texts].entries()) {
        await one.logMetric('m', value, { step: step * 2 ** 40, epoch: step, timestamp: 1_700_000_000_000 + step });
      }
      const series = (await one.getMetricSeries('m'))!;
      assert.deepEqual([...series.values], [...logged, Number.NaN, 1e-7, Number.NEGATIVE_INFINITY]);
      const records = await one.getMetrics({ metric: 'm' });
      assert.deepEqual(
        [...series.values].map(String),
        records.map(({ metricValue }) => metricValue),
      );
      assert.deepEqual(
        [...series.steps],
        records.map(({ step }) => step),
      );
      assert.deepEqual(
        [...series.times],
        records.map(({ timestamp }) => timestamp),
      );
      assert.deepEqual(
        [...series.epochs!],
        records.map(({ epoch }) => epoch),
      );
    },
  },
  {
    title: 'a window of steps has the points in it and the nearest outside, or the extremes of its buckets',
    async run({ experiment }) {
      const one = await experiment();
      for (let step = 0; step < 40; step++) await one.logMetric('m', step % 10, { step, timestamp: 1000 + step });
      const series = [{ experimentKey: one.key, metricName: 'm', from: 10, to: 19 }];
      const other = { experimentKey: one.key, metricName: 'absent', from: 0, to: 9 };
      const [window, ...others] = (await metricWindows(one.connection, [...series, other], {
        axis: 'step',
        buckets: 2,
      }))!;
      assert.equal(others.length, 0);
      assert.equal(window!.total, 10);
      assert.deepEqual(
        [...window!.steps],
        Array.from({ length: 12 }, (_, index) => 9 + index),
      );
      const times = series.map((each) => ({ ...each, from: 1010, to: 1011 }));
      const [timed] = (await metricWindows(one.connection, times, { axis: 'time', buckets: 1 }))!;
      assert.deepEqual([timed!.total, ...timed!.timestamps], [2, 1009, 1010, 1011, 1012]);
    },
  },
  {
    title: 'the columns of a chart have the points of its lists',
    async run({ api, experiment }) {
      const one = await experiment();
      for (const [index, value] of [3, Number.NaN, Number.NEGATIVE_INFINITY, 0.1 + 0.2].entries()) {
        await one.logMetric('m', value, {
          step: 9 - index,
          epoch: index === 1 ? undefined : index,
          timestamp: 1000 + index,
        });
      }
      await one.logMetric('without steps', 1, { timestamp: 2000 });
      const names = ['m', 'absent', 'without steps'];
      const columns = (await chartColumns(one.connection, [one.key], names, {}))!;
      const chart = chartOfColumns(columns, new Map([[one.key, 1000]]));
      assert.equal(chart[one.key]!.startMillis, 1000);
      const lists = (await api.getMetricsForChart([one.key], { metrics: names, full: true }))[one.key]!;
      assert.deepEqual(
        chart[one.key]!.metrics,
        lists.metrics.map(({ metricName, values, steps, epochs, timestamps, total }) => {
          return { metricName, values: values.map(Number), steps, epochs, timestamps, total };
        }),
      );
    },
  },
  {
    title: 'a cached read is fresh after a write',
    async run({ experiment }) {
      const one = await experiment();
      await one.logMetric('loss', 1);
      assert.equal((await one.getMetrics()).length, 1);
      await one.logMetric('loss', 2);
      assert.equal((await one.getMetrics()).length, 2);
      assert.equal((await one.getMetricsSummary({ metric: 'loss' }))?.valueCurrent, '2');
    },
  },
  {
    title: 'a summary has least, greatest and last',
    async run({ experiment }) {
      const one = await experiment();
      for (const [step, value] of [3, 1, 5, 2].entries()) await one.logMetric('m', value, { step });
      const summary = (await one.getMetricsSummary({ metric: 'm' }))!;
      assert.deepEqual([summary.valueMin, summary.valueMax, summary.valueCurrent].map(Number), [1, 5, 2]);
      assert.deepEqual([summary.stepMin, summary.stepMax, summary.stepCurrent], [1, 2, 3]);
      assert.equal(await one.getMetricsSummary({ metric: 'absent' }), null);
      assert.equal((await one.getMetricsSummary()).length, 1);
    },
  },
  {
    title: 'thousands of points in one call are all there',
    async run({ experiment }) {
      const one = await experiment();
      const many = Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`m${index}`, index]));
      await one.logMetrics(many, { step: 0 });
      assert.equal((await one.getMetricsSummary()).length, 2500);
    },
  },
  {
    title: 'chart data of several experiments; parameters alone work',
    async run({ api, experiment }) {
      const [one, two] = [await experiment('chart'), await experiment('chart')];
      for (let step = 0; step < 10; step++) await one.logMetric('loss', 1 / (step + 1), { step });
      await two.logParameter('lr', 0.1);
      const chart = await api.getMetricsForChart([one.key, two.key], { metrics: ['loss'], full: true });
      assert.deepEqual(chart[one.key]!.metrics[0]!.steps, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      assert.equal(chart[one.key]!.params, null);
      const parameters = await api.getMetricsForChart([two.key], { parameters: ['lr'] });
      assert.equal(Number(parameters[two.key]!.params!.lr), 0.1);
      await assert.rejects(api.getMetricsForChart([one.key]), { code: 'invalid' });
    },
  },
  {
    title: 'many experiments are asked for in several calls and come back whole',
    async run({ api, experiment }) {
      const keys: string[] = [];
      for (let index = 0; index < 60; index++) {
        const one = await experiment('wide');
        await one.logMetric('loss', index, { step: 0 });
        keys.push(one.key);
      }
      const chart = await api.getMetricsForChart(keys, { metrics: ['loss'] });
      assert.deepEqual(
        keys.map((key) => Number(chart[key]!.metrics[0]!.values[0])),
        keys.map((_, index) => index),
      );
    },
  },
  {
    title: 'parameters are flattened, replaced and deleted',
    async run({ wire, experiment }) {
      const one = await experiment();
      await one.logParameters({ optimizer: { name: 'adam', betas: [0.9, 0.99] }, lr: 0.1 });
      await one.logParameter('lr', 0.2);
      const values = Object.fromEntries(
        (await one.getParametersSummary()).map((each) => [each.name, each.valueCurrent]),
      );
      assert.equal(values.lr, '0.2');
      assert.equal(values['optimizer|name'], 'adam');
      assert.ok('optimizer|betas' in values);
      assert.deepEqual(await one.getOthersSummary({ other: 'hasNestedParams' }), ['true']);
      await wire(metrics.deleteParameter, { body: { experimentKey: one.key, parameterName: 'lr' } });
      one.connection.cache.clear();
      assert.equal(await one.getParametersSummary({ parameter: 'lr' }), null);
      const names = ['optimizer|name', 'optimizer|betas', 'absent'];
      const body = names.map((parameterName) => ({ experimentKey: one.key, parameterName }));
      await wire(metrics.deleteParameters, { body });
      one.connection.cache.clear();
      assert.deepEqual(await one.getParametersSummary(), []);
    },
  },
  {
    title: 'what the machine does is kept as metrics of the system',
    async run({ experiment }) {
      const one = await experiment();
      await one.logCpuMetrics([10, 30], { step: 1 });
      await one.logGpuMetrics([{ gpuId: 0, freeMemory: 1, usedMemory: 2, gpuUtilization: 50, totalMemory: 3 }]);
      await one.logLoadMetrics(0.7);
      await one.logRamMetrics(100, 60);
      const names = await one.getSystemMetricNames();
      assert.ok(names.some((name) => name.includes('cpu')) && names.some((name) => name.includes('gpu')), `${names}`);
      await assert.rejects(one.logGpuMetrics([{ gpuId: 0 } as never]), { code: 'invalid' });
    },
  },
  {
    title: 'an output has the options of charts that it was displayed with',
    async run({ experiment }) {
      const one = await experiment();
      for (const step of [1, 2]) await one.logMetric('loss', 1 / step, { step });
      const charts = { yScale: 'log', metrics: ['loss'] } as const;
      const bundle = await one.mimeBundle({ tab: 'charts', charts: { ...charts, metrics: [...charts.metrics] } });
      const { state } = bundle[viewMimeType] as ViewPayload;
      assert.deepEqual(state, { version: 1, tab: 'charts', charts });
    },
  },
];
