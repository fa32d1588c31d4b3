import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '@tracklens/core/browser';
import { bufferedBody, type Transport } from '@tracklens/core/client';
import { columnsType, rangedReads } from '@tracklens/core/contract';
import { startMillis } from '@tracklens/core/display';
import { liveSource } from './live-source.ts';

const encoder = new TextEncoder();

/** Returns a frame with one point of a metric, and the frame that ends the sequence. */
function frames(timestamp: number): Uint8Array {
  const columns = ['values', 'steps', 'timestamps'];
  const header = { experimentKey: 'k', metricName: 'val', total: 1, points: 1, columns };
  const text = JSON.stringify(header);
  const bytes = encoder.encode(text.padEnd(Math.ceil(text.length / 8) * 8));
  const points = new Uint8Array(Float64Array.of(1, 0, timestamp).buffer);
  return Uint8Array.from([
    ...new Uint8Array(Uint32Array.of(bytes.length, 1).buffer),
    ...bytes,
    ...points,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
}

/** Service whose run started 600 s before the first point of the metric that is read. */
function service() {
  const asked: string[] = [];
  const transport: Transport = {
    async send({ path, headers }) {
      const answer = (body: Uint8Array, type: string) => ({
        status: 200,
        headers: { 'content-type': type },
        body: bufferedBody(body),
      });
      const json = (value: unknown) => answer(encoder.encode(JSON.stringify(value)), 'application/json');
      if (!path.endsWith('multi-metric-chart')) return json({ version: '1', capabilities: [rangedReads] });
      const isBinary = headers?.accept?.includes(columnsType) ?? false;
      asked.push(isBinary ? 'columns' : 'lists');
      if (isBinary) return answer(frames(601_000), columnsType);
      const metric = { metricName: 'val', values: [1], timestamps: [601_000], durations: [600_000] };
      return json({ experiments: { k: { metrics: [metric] } } });
    },
  };
  return { source: liveSource(new API({ transport, url: 'https://service.example' })), asked };
}

test('every point of a metric counts its duration from the start of the run, which is read once', async () => {
  const { source, asked } = service();
  const { signal } = new AbortController();
  for (const reads of [['columns', 'lists'], ['columns']]) {
    asked.length = 0;
    const chart = await source.chart(['k'], ['val'], { full: true }, signal);
    assert.equal(startMillis(chart.k!), 1000);
    assert.deepEqual(asked, reads);
  }
});
