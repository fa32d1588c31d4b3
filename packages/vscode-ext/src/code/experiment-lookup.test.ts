import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Services } from '../services.ts';
import { ExperimentLookup } from './experiment-lookup.ts';

const { signal } = new AbortController();

test('an experiment of a connected service is found while another one does not respond', async () => {
  const metadata = { experimentKey: 'a' };
  const client = {
    url: 'http://lab',
    api: { getExperimentByKey: async () => ({ getMetadata: async () => metadata }) },
  };
  const connectionsById: Record<string, object> = {
    lost: { state: { kind: 'idle' }, client: () => new Promise(() => {}) },
    lab: { state: { kind: 'connected' }, client: async () => client },
  };
  const connections = {
    currentId: 'lost',
    profiles: () => Object.keys(connectionsById).map((id) => ({ id })),
    of: (id: string) => connectionsById[id],
  };
  const lookup = new ExperimentLookup({ connections } as unknown as Services);
  const found = await Promise.race([lookup.experiment('a', signal), new Promise(setImmediate)]);
  assert.partialDeepStrictEqual(found, { metadata, service: { profile: { id: 'lab' } } });
});
