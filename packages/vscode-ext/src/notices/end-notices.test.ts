import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WatchedRun } from '@tracklens/ui/trees';
import type { Services } from '../services.ts';

// Imported after the modules above, so that they resolve to the test double of the editor API.
const { notifyWhenEnded, resumeWatch } = await import('./end-notices.ts');

const keyOf = (letter: string) => letter.repeat(32);

/** Services of a window with stored state and a service that never responds. */
function windowWith(stored: readonly WatchedRun[]) {
  const state = new Map<string, unknown>([['tracklens.watchedRuns', stored]]);
  const subscriptions: { dispose(): void }[] = [];
  const services = {
    connectionId: 'local',
    connection: { client: () => new Promise(() => {}) },
    context: {
      subscriptions,
      workspaceState: {
        get: (key: string) => state.get(key),
        update: async (key: string, value: unknown) => void state.set(key, value),
      },
    },
    of: () => services,
  } as unknown as Services;
  return { services, subscriptions, runs: () => state.get('tracklens.watchedRuns') };
}

const row = (experimentKey: string, state = 'running') =>
  ({ kind: 'experiment', id: 'a', label: 'a', state, target: { kind: 'experiment', experimentKey } }) as never;

test('experiments of an earlier window are still watched after another one is added before they are resumed', async (t) => {
  const earlier = { experimentKey: keyOf('a'), connection: 'local' };
  const { services, subscriptions, runs } = windowWith([earlier]);
  t.after(() => subscriptions.forEach((one) => void one.dispose()));
  await notifyWhenEnded(services, [row(keyOf('b'))]);
  resumeWatch(services);
  assert.deepEqual(runs(), [earlier, { experimentKey: keyOf('b'), connection: 'local' }]);
  await notifyWhenEnded(services, [row(keyOf('b'))]);
  assert.deepEqual(runs(), [earlier]);
});

test('of several selected experiments only those that run are watched', async (t) => {
  const { services, subscriptions, runs } = windowWith([]);
  t.after(() => subscriptions.forEach((one) => void one.dispose()));
  await notifyWhenEnded(services, [row(keyOf('a'), 'finished'), row(keyOf('b')), row(keyOf('c'), 'crashed')]);
  assert.deepEqual(runs(), [{ experimentKey: keyOf('b'), connection: 'local' }]);
});
