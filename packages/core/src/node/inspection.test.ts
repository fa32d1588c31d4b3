import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { build } from 'esbuild';
import { fakeTransport } from '../testing/fake-transport.ts';
import { API, APIExperiment } from './index.ts';

const service = () => fakeTransport(() => ({ json: { registryModelId: 'm1', modelName: 'mlp' } }));
const oneLine = { breakLength: 1000 };
const newApi = () => new API({ transport: service(), url: 'https://service.example', workspace: 'team' });

test('console.log of an API shows its address and defaults', () => {
  const shown = "API { url: 'https://service.example', workspace: 'team', projectName: null }";
  assert.equal(inspect(newApi(), oneLine), shown);
});

test('console.log of an experiment shows what is known of it, in one value at every depth', () => {
  const experiment = new APIExperiment({ api: newApi(), previousExperiment: 'k1' });
  const identity = { key: 'k1', name: null, workspace: null, projectName: null, url: null };
  assert.equal(JSON.stringify(experiment), JSON.stringify(identity));
  assert.equal(inspect(experiment, oneLine), `APIExperiment ${inspect(identity, oneLine)}`);
  assert.equal(inspect({ a: { b: { c: experiment } } }, oneLine), '{ a: { b: { c: [APIExperiment] } } }');
});

test('console.log of a model shows its workspace, name and id', async () => {
  const model = await newApi().getModel('team', 'mlp');
  assert.equal(inspect(model, oneLine), "Model { workspace: 'team', name: 'mlp', registryModelId: 'm1' }");
});

test('each class has the same name in a bundle', async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('./index.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    minifySyntax: true,
    conditions: ['@tracklens/source'],
  });
  assert.deepEqual(outputFiles[0]!.text.match(/class _\w+/g), null);
});
