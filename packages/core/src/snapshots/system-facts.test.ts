import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { isSystemMetric } from '../charts/system-metric.ts';
import { contract } from '../contract/index.ts';
import { systemFacts } from './system-facts.ts';

const formats = { number: String, size: (bytes: number) => `${bytes / 1e9} GB` };
const details = (given: object) => v.parse(contract.system.details.response, { experimentKey: 'k', ...given });

test('facts that were not logged and empty groups are left out', () => {
  assert.deepEqual(systemFacts(details({}), formats), []);
  assert.deepEqual(systemFacts(details({ hostname: 'box', command: [] }), formats), [
    { title: 'Machine', facts: [{ name: 'Host name', value: 'box' }] },
  ]);
});

test('each GPU and each custom fact is listed', () => {
  const groups = systemFacts(
    details({
      gpuStaticInfoList: [{ gpuIndex: 1, name: 'A100', uuid: 'u', totalMemory: 42_949_672_960, powerLimit: 400 }],
      logAdditionalSystemInfoList: [{ key: 'rack', value: { row: 3 } }],
      command: ['train.py', '--lr', '0.1'],
    }),
    formats,
  );
  assert.deepEqual(
    groups.map(({ title }) => title),
    ['Process', 'GPU 1', 'Further details'],
  );
  assert.deepEqual(groups[0]!.facts, [{ name: 'Command', value: 'train.py --lr 0.1' }]);
  assert.equal(groups[1]!.facts.find(({ name }) => name === 'Memory')!.value, '42.94967296 GB');
  assert.deepEqual(groups[2]!.facts, [{ name: 'rack', value: '{"row":3}' }]);
});

test('system metrics are detected by their name', () => {
  assert.deepEqual(['sys.cpu.percent.avg', 'system/loss', 'loss'].map(isSystemMetric), [true, false, false]);
});
