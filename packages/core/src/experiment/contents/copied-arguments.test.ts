import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { API, APIExperiment, Artifact } from '../../node/index.ts';
import { temporaryFolder } from '../../test-support/cleanup.ts';
import { fakeTransport } from '../../testing/fake-transport.ts';

/** Reply with the fields of all replies. */
const reply = {
  ...{ msg: 'Saved', code: 200, data: null, sdk_error_code: 0, assetId: 'a' },
  ...{ artifactId: 'a', artifactVersionId: 'v', currentVersion: '1.0.0', previousVersion: null },
  artifact: { artifactId: 'a', artifactName: 'data', artifactType: 'data', tags: [], workspaceName: 'w' },
  ...{ artifactVersion: '1.0.0', alias: [], tags: [], sizeInBytes: 1 },
};

/** Calls the operations that log content, and changes all that they were given before anything is sent. */
function logChanging(experiment: APIExperiment, path: string): void {
  const texts = ['now', 'now'];
  const row = { name: 'now', weights: Float64Array.of(1) };
  const metadata = { rows: [row] };
  const numbers = [1, 1, 1];
  const bytes = new TextEncoder().encode('now');
  const annotation = { label: 'now', boxes: [[1, 1, 1, 1]] as [[number, number, number, number]] };
  const artifact = new Artifact('data', { metadata, aliases: texts });
  artifact.add(bytes, { logicalPath: 'a.bin', metadata }).addRemote('s3://bucket/now', { metadata });
  void experiment.logAsset(path, { metadata });
  void experiment.logAsset(bytes, { name: 'a.bin', metadata });
  void experiment.logAsset(metadata, { name: 'a.json' });
  void experiment.logImage(path, { annotations: [{ name: 'now', data: [annotation] }], metadata });
  void experiment.logTable('a.csv', { tabularData: [texts, numbers], headers: texts });
  void experiment.logTable('a.json', { tabularData: metadata.rows });
  void experiment.logText('now', { metadata });
  void experiment.logEmbedding([numbers, numbers], texts);
  void experiment.logPoints3d('scene', { points: [numbers], metadata });
  void experiment.logConfusionMatrix({ yTrue: numbers, yPredicted: numbers, labels: texts, metadata });
  void experiment.logCurve('curve', numbers, numbers);
  void experiment.logModel('net', bytes, { fileName: 'net.bin', metadata });
  void experiment.logCode({ fileName: path, metadata });
  void experiment.logArtifact(artifact);
  texts.fill('later').push('later');
  row.name = annotation.label = 'later';
  metadata.rows.push({ ...row });
  numbers.fill(1e300).push(1e300);
  row.weights[0] = 1e300;
  bytes.set(new TextEncoder().encode('lat'));
  artifact.addRemote('s3://bucket/later');
}

test('a call that nobody waits for logs content as it was at the time of the call', async (t) => {
  const path = join(await temporaryFolder(t), 'now.png');
  await writeFile(path, 'now');
  const service = fakeTransport(() => ({ json: reply }));
  const api = new API({ transport: service, spool: false });
  const experiment = new APIExperiment({ api, previousExperiment: 'k' });
  logChanging(experiment, path);
  await experiment.end();
  // The artifact takes one request for the capabilities of the service.
  assert.equal(service.sent.length, 23);
  for (const { path: endpoint, body } of service.sent) {
    if (body === undefined) continue;
    assert.ok(body instanceof Uint8Array);
    assert.doesNotMatch(new TextDecoder('latin1').decode(body), /lat|e\+300/, endpoint);
  }
});
