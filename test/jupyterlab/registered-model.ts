import assert from 'node:assert/strict';
import { contract } from '@tracklens/core/contract';
import { type SeededService, secretKey } from './seeded-service.ts';

/** Registered model with its files, by name. */
export interface RegisteredFiles {
  readonly modelName?: string;
  readonly files?: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
}

/** Registers version 1.0.0 of a model of the experiment `beta`; default: `classifier` with one file. */
export async function registerModel(
  { url, keys }: SeededService,
  { modelName = 'classifier', files = { 'weights.bin': new Uint8Array(64) } }: RegisteredFiles = {},
): Promise<void> {
  const experimentKey = keys[1]!;
  const headers = { authorization: secretKey };
  for (const [fileName, bytes] of Object.entries(files)) {
    const query = new URLSearchParams({ experimentKey, type: 'model-element', groupingName: modelName, fileName });
    const form = new FormData();
    form.set('file', new Blob([bytes]), 'file');
    const sent = await fetch(`${url}${contract.assets.upload.path}?${query}`, { method: 'POST', headers, body: form });
    assert.equal(sent.status, 200, await sent.text());
  }
  const body = { experimentKey, experimentModelName: modelName, registryModelName: modelName, version: '1.0.0' };
  const made = await fetch(url + contract.registry.registerVersion.path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(made.status, 200, await made.text());
}
