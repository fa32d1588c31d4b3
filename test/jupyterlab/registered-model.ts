import assert from 'node:assert/strict';
import { contract } from '@tracklens/core/contract';
import { type SeededService, secretKey } from './seeded-service.ts';

/** Registers `classifier 1.0.0`, made by `beta`, with a file of these bytes. */
export async function registerModel(
  { url, keys }: SeededService,
  weights: Uint8Array<ArrayBuffer> = new Uint8Array(64),
): Promise<void> {
  const experimentKey = keys[1]!;
  const query = new URLSearchParams({
    experimentKey,
    type: 'model-element',
    groupingName: 'classifier',
    fileName: 'weights.bin',
  });
  const form = new FormData();
  form.set('file', new Blob([weights]), 'weights.bin');
  const headers = { authorization: secretKey };
  await fetch(`${url}${contract.assets.upload.path}?${query}`, { method: 'POST', headers, body: form });
  const body = { experimentKey, experimentModelName: 'classifier', registryModelName: 'classifier', version: '1.0.0' };
  const made = await fetch(url + contract.registry.registerVersion.path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(made.status, 200, await made.text());
}
