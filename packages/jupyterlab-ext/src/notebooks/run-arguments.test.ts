import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tracklens } from '../tokens.ts';
import { comparisonOf, locatedRuns, runArguments, runName } from './run-arguments.ts';

const team = { id: 'team', url: 'https://team.example' };
const tracklens = {
  connections: { list: async () => ({ configured: null, connections: [team] }) },
} as unknown as Tracklens;
const runsAt = (origin: string) =>
  ['a', 'b'].map((experimentKey) => ({ experimentKey, workspace: 'ada', projectName: 'vision', origin }));

for (const [origin, place] of [
  ['https://team.example', { connection: 'team' }],
  ['https://other.example', { service: 'https://other.example' }],
] as const) {
  test(`runs of ${origin} open in the connection to it, or name it when there is none`, async () => {
    const runs = await locatedRuns(tracklens, runsAt(origin));
    const { connection, service } = runArguments(runs[0]!);
    assert.deepEqual({ ...(connection && { connection }), ...(service && { service }) }, place);
    const { target: _, state: __, count: ___, ...compared } = comparisonOf(runs)!;
    assert.deepEqual(compared, place);
  });
}

test('runs of a service with several connections open in the active one', async () => {
  const connections = [team, { ...team, id: 'second' }, { ...team, id: 'third' }];
  for (const [active, expected] of [
    ['second', 'second'],
    ['other', 'team'],
    [null, 'configured'],
  ] as const) {
    const list = async () => ({ active, configured: active === null ? team : null, connections });
    const [run] = await locatedRuns({ connections: { list } } as unknown as Tracklens, runsAt(team.url));
    assert.equal(run!.connection, expected);
  }
});

test('a long name of a run loses its middle, so that its menu fits the screen', async () => {
  const nameOf = async (name: string) => {
    const clients = { api: async () => ({ getExperimentByKey: async () => ({ name }) }) };
    const [run] = await locatedRuns(tracklens, runsAt('https://team.example'));
    return await runName({ clients } as unknown as Tracklens, run!);
  };
  assert.equal(await nameOf('lr=0.1'), 'lr=0.1');
  assert.equal(await nameOf(''), null);
  const shortened = await nameOf(`${'a very long name '.repeat(50)}seed=17`);
  assert.match(shortened!, /^a very long name .*….*seed=17$/);
  assert.equal(shortened!.length, 60);
});
