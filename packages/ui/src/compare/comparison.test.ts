import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract } from '@tracklens/core/contract';
import * as v from 'valibot';
import { english } from '../text/translate.ts';
import { comparisonRows, namesOf, packagesOf, rowsPerPage, sharedNames, systemOf, wantedRows } from './comparison.ts';

const rows = comparisonRows([
  new Map([
    ['lr', '0.1'],
    ['seed', '1'],
    ['width', '64'],
  ]),
  new Map([
    ['lr', '0.2'],
    ['seed', '2'],
    ['width', '64'],
    ['depth', '3'],
  ]),
]);
const names = (differencesOnly: boolean, ignored: readonly string[] = []) =>
  wantedRows(rows, { differencesOnly, ignored }).map(({ name }) => name);

test('each name has the value of each experiment, or none', () => {
  assert.deepEqual(rows[0], { name: 'depth', values: [null, '3'], differs: true });
  assert.deepEqual(names(false), ['depth', 'lr', 'seed', 'width']);
});

test('only differences remain, without ignored names', () => {
  assert.deepEqual(names(true), ['depth', 'lr', 'seed']);
  assert.deepEqual(names(true, ['seed']), ['depth', 'lr']);
});

test('many experiments are compared in a table of limited size', () => {
  assert.deepEqual([2, 20, 50, 200].map(rowsPerPage), [500, 250, 100, 50]);
});

test('ignored names are separated by commas', () => {
  assert.deepEqual(namesOf(' seed, , a/b ,seed'), ['seed', 'a/b']);
});

test('packages are distinguished by name and version, however they are written', () => {
  assert.deepEqual(
    [...packagesOf({ installedPackages: ['numpy==2.0.1', 'My_Pkg @ file:///x', 'bare', 'ruamel.yaml==0.18'] })],
    [
      ['numpy', '2.0.1'],
      ['my-pkg', 'file:///x'],
      ['bare', ''],
      ['ruamel-yaml', '0.18'],
    ],
  );
});

test('names that most experiments have are first, each counted once per experiment', () => {
  assert.deepEqual(sharedNames([['b', 'a10', 'a9'], ['b', 'b'], []]), [
    { name: 'b', count: 2 },
    { name: 'a9', count: 1 },
    { name: 'a10', count: 1 },
  ]);
});

test('details of a machine have the names and formats of the system tab', () => {
  const details = v.parse(contract.system.details.response, {
    experimentKey: 'k',
    hostname: 'box',
    pid: 4711,
    totalRam: 64_000_000_000,
    gpuStaticInfoList: [{ gpuIndex: 0, name: 'A100', uuid: 'u', totalMemory: 80_000_000_000, powerLimit: 400 }],
    logAdditionalSystemInfoList: [
      { key: 'rack', value: '3' },
      { key: 'Memory', value: 'ECC' },
    ],
  });
  assert.deepEqual(
    [...systemOf(details, english)],
    [
      ['Host name', 'box'],
      ['Memory', '64 GB'],
      ['GPU 0: Name', 'A100'],
      ['GPU 0: Memory', '80 GB'],
      ['GPU 0: Power limit', '400 W'],
      ['GPU 0: UUID', 'u'],
      ['rack', '3'],
      ['Further details: Memory', 'ECC'],
    ],
  );
});
