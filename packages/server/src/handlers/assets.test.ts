import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import type { AssetRecord } from '@tracklens/core/contract';
import { unzipSync } from 'fflate';
import { contentPath } from '../store/files/contents.ts';
import { type TestService, testService, upload } from '../testing/test-service.ts';

const rest = '/api/rest/v2';
const list = async (service: TestService, key: string, type = 'all') =>
  (
    await service.call<{ assets: AssetRecord[] }>(
      'GET',
      `${rest}/experiment/asset/list?experimentKey=${key}&type=${type}`,
    )
  ).assets;
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

test('an uploaded file is listed with its name, size, type and metadata, and is read back unchanged', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const reply = await service.call<{ assetId: string; code: number }>(
    'POST',
    `${rest}/write/experiment/upload-asset?experimentKey=${key}&fileName=notes%2Fa%20b.txt&step=3&type=text-sample&metadata=k`,
    upload('hello', 'file', { metadata: '{"k":[1,2]}' }),
  );
  assert.equal(reply.code, 200);
  const [asset] = await list(service, key);
  assert.deepEqual(
    { ...asset, createdAt: 0, link: '' },
    {
      fileName: 'notes/a b.txt',
      fileSize: 5,
      runContext: null,
      step: 3,
      link: '',
      createdAt: 0,
      dir: 'notes',
      canView: true,
      audio: false,
      video: false,
      histogram: false,
      image: false,
      type: 'text-sample',
      metadata: '{"k":[1,2]}',
      assetId: reply.assetId,
      remote: false,
    },
  );
  const link = new URL(asset!.link);
  assert.equal(link.searchParams.get('experimentKey'), key);
  const response = await service.send('GET', link.pathname + link.search);
  assert.equal(await response.text(), 'hello');
});

test('the folder of a name with backslashes is reported from the name, in lists of assets and of artifact files', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const version = await service.call<{ artifactVersionId: string }>('POST', `${rest}/write/artifacts/upsert`, {
    experimentKey: key,
    artifactName: 'data',
    artifactType: 'dataset',
    version: '1.0.0',
  });
  const address = `${rest}/write/experiment/upload-asset?experimentKey=${key}&fileName=data%5Cdeep%5Ca.csv`;
  await service.call('POST', address, upload('1', 'file'));
  await service.call('POST', `${address}&artifactVersionId=${version.artifactVersionId}`, upload('2', 'file'));
  const [asset] = await list(service, key);
  assert.deepEqual([asset?.fileName, asset?.dir], ['data\\deep\\a.csv', 'data/deep']);
  const { files } = await service.call<{ files: { fileName: string; dir: string | null }[] }>(
    'GET',
    `${rest}/artifacts/version/files?artifactVersionId=${version.artifactVersionId}`,
  );
  assert.deepEqual(
    files.map(({ fileName, dir }) => [fileName, dir]),
    [['data\\deep\\a.csv', 'data/deep']],
  );
});

test('a logged HTML or SVG file is returned as a download that browsers do not run', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  for (const name of ['page.html', 'drawing.svg', 'script.js']) {
    const path = `${rest}/write/experiment/upload-asset?experimentKey=${key}&fileName=${name}`;
    const { assetId } = await service.call<{ assetId: string }>(
      'POST',
      path,
      upload('<script>alert(1)</script>', 'file'),
    );
    const response = await service.send(
      'GET',
      `${rest}/experiment/asset/get-asset?experimentKey=${key}&assetId=${assetId}`,
    );
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8', name);
    assert.equal(response.headers.get('content-disposition'), 'attachment');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  }
});

test('ranges of a file are served, and one past its end is rejected', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const path = `${rest}/write/experiment/upload-asset?experimentKey=${key}&fileName=r.bin`;
  const { assetId } = await service.call<{ assetId: string }>('POST', path, upload('0123456789', 'file'));
  const get = (range: string) =>
    service.send('GET', `${rest}/experiment/asset/get-asset?experimentKey=${key}&assetId=${assetId}`, undefined, {
      range,
    });
  const cases: [string, number, string, string | null][] = [
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=4-99', 206, '456789', 'bytes 4-9/10'],
    ['lines=1-2', 200, '0123456789', null],
  ];
  for (const [range, status, text, contentRange] of cases) {
    const response = await get(range);
    assert.equal(response.status, status, range);
    assert.equal(await response.text(), text, range);
    assert.equal(response.headers.get('content-range'), contentRange, range);
  }
  const beyond = await get('bytes=10-');
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */10']);
});

test('a range of a file that has changed is not served, and an unchanged file is not sent again', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const write = `${rest}/write/experiment/upload-asset?experimentKey=${key}&fileName=r.bin&overwrite=true`;
  const assetId = 'a'.repeat(32);
  const store = (content: string) => service.call('POST', `${write}&assetId=${assetId}`, upload(content, 'file'));
  const get = async (headers: Record<string, string>, method = 'GET') => {
    const path = `${rest}/experiment/asset/get-asset?experimentKey=${key}&assetId=${assetId}`;
    const response = await service.send(method, path, undefined, headers);
    return { status: response.status, text: await response.text(), etag: response.headers.get('etag') };
  };
  const tagOf = (content: string) => `"${sha(content)}"`;
  await store('0123456789');
  await store('abcdefghij');
  const [old, etag] = [tagOf('0123456789'), tagOf('abcdefghij')];
  const range = 'bytes=4-5';
  const whole = { status: 200, text: 'abcdefghij', etag };
  const part = { status: 206, text: 'ef', etag };
  const notModified = { status: 304, text: '', etag };
  const cases: [Record<string, string>, unknown][] = [
    [{ range, 'if-range': etag }, part],
    [{ range, 'if-range': old }, whole],
    [{ range, 'if-range': `W/${etag}` }, whole],
    [{ range, 'if-range': 'Thu, 01 Jan 1970 00:00:00 GMT' }, whole],
    [{ range: 'bytes=99-', 'if-range': old }, whole],
    [{ 'if-none-match': etag }, notModified],
    [{ 'if-none-match': `${old}, W/${etag}` }, notModified],
    [{ 'if-none-match': '*' }, notModified],
    [{ 'if-none-match': etag, range }, notModified],
    [{ 'if-none-match': old }, whole],
    [{ 'if-none-match': old, range }, part],
  ];
  for (const [headers, expected] of cases) assert.deepEqual(await get(headers), expected, JSON.stringify(headers));
  assert.deepEqual(await get({ 'if-none-match': etag }, 'HEAD'), notModified);
});

test('the same upload sent twice under one id is one asset', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const id = 'a'.repeat(32);
  for (let time = 0; time < 2; time++) {
    await service.call(
      'POST',
      `/clientlib/asset/upload?experimentId=${key}&fileName=a.bin&assetId=${id}`,
      upload('x', 'file'),
    );
  }
  assert.deepEqual(
    (await list(service, key)).map(({ assetId }) => assetId),
    [id],
  );
});

test('overwrite replaces the asset of the same name and type; without it both remain', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const path = `${rest}/write/experiment/upload-asset?experimentKey=${key}&fileName=a.txt`;
  await service.call('POST', path, upload('one', 'file'));
  await service.call('POST', path, upload('two', 'file'));
  assert.equal((await list(service, key)).length, 2);
  await service.call('POST', `${path}&overwrite=True`, upload('three', 'file'));
  assert.deepEqual(
    (await list(service, key)).map(({ fileSize }) => fileSize),
    [5],
  );
});

test('equal files are stored once and deleted with the last asset that has them', async (t) => {
  const service = await testService(t);
  const [first, second] = [await service.experiment(), await service.experiment()];
  const ids: string[] = [];
  for (const key of [first, second]) {
    const path = `${rest}/write/experiment/upload-asset?experimentKey=${key}&fileName=a.txt`;
    ids.push((await service.call<{ assetId: string }>('POST', path, upload('shared', 'file'))).assetId);
  }
  const file = contentPath(service.store, sha('shared'));
  await service.call('GET', `${rest}/write/experiment/asset/delete?experimentKey=${first}&assetId=${ids[0]}`);
  assert.ok(existsSync(file));
  await service.call('GET', `${rest}/write/experiment/asset/delete?experimentKey=${second}&assetId=${ids[1]}`);
  assert.ok(!existsSync(file));
  await service.call('GET', `${rest}/write/experiment/asset/delete?experimentKey=${second}&assetId=${ids[1]}`);
});

test('a missing file name is derived from the part, the URL or the id', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const path = `${rest}/write/experiment/upload-asset?experimentKey=${key}`;
  await service.call('POST', `${path}&type=image&extension=.png`, upload('i', '/home/ada/plots/loss.png'));
  await service.call('POST', path, upload('i', 'run #2?.txt'));
  const remote = new FormData();
  remote.set('link', new Blob(['s3://bucket/folder/weights.bin?x=1']), 'link');
  await service.call('POST', `${path}&isRemote=True`, remote);
  await service.call(
    'POST',
    `/clientlib/asset/upload?experimentId=${key}&fileName=auto-generated-in-the-backend&type=text-sample&assetId=${'b'.repeat(32)}`,
    upload('t', 'file'),
  );
  const found = await list(service, key);
  assert.deepEqual(found.map(({ fileName }) => fileName).sort(), [
    'loss.png',
    'run #2?.txt',
    'text-sample-bbbbbbbb.txt',
    'weights.bin',
  ]);
  const link = found.find(({ remote: elsewhere }) => elsewhere);
  assert.equal(link?.link, 's3://bucket/folder/weights.bin?x=1');
});

test('deleting an experiment deletes its files, except those that another one refers to', async (t) => {
  const service = await testService(t);
  const [first, second] = [await service.experiment(), await service.experiment()];
  const texts = Array.from({ length: 230 }, (_, index) => `file ${index}`);
  const log = (key: string, text: string) =>
    service.call(
      'POST',
      `${rest}/write/experiment/upload-asset?experimentKey=${key}&fileName=${encodeURIComponent(text)}`,
      upload(text, 'file'),
    );
  for (const text of texts) await log(first, text);
  const shared = new Set(texts.filter((_, index) => index % 60 === 0));
  for (const text of shared) await log(second, text);
  await service.call('GET', `${rest}/write/experiment/delete?experimentKey=${first}`);
  assert.deepEqual(
    texts.filter((text) => existsSync(contentPath(service.store, sha(text)))),
    [...shared],
  );
});

test('a model with only remote files is not returned as an empty archive', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const path = `/clientlib/asset/upload?experimentId=${key}&type=model-element&groupingName=cnn`;
  const remote = new FormData();
  remote.set('link', new Blob(['s3://bucket/weights.bin']), 'link');
  await service.call('POST', `${path}&isRemote=True`, remote);
  const download = `${rest}/experiment/model/download?experimentKey=${key}&modelName=cnn`;
  assert.match(String((await service.call('GET', download, undefined, 404)).msg), /stored elsewhere/);
  await service.call('POST', `${path}&fileName=here.txt`, upload('here', 'file'));
  assert.equal((await service.send('GET', download)).status, 200);
});

test('a model is listed by name and comes as a zip whose entries stay inside the folder', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  for (const name of ['weights.bin', '../../evil.txt', '/abs/config.json']) {
    const query = new URLSearchParams({
      experimentId: key,
      fileName: name,
      type: 'model-element',
      groupingName: 'cnn',
    });
    await service.call('POST', `/clientlib/asset/upload?${query}`, upload(name, 'file'));
  }
  const { models } = await service.call<{ models: { modelName: string }[] }>(
    'GET',
    `${rest}/experiment/model?experimentKey=${key}`,
  );
  assert.deepEqual(
    models.map(({ modelName }) => modelName),
    ['cnn'],
  );
  const zip = await service.send('GET', `${rest}/experiment/model/download?experimentKey=${key}&modelName=cnn`);
  const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  assert.deepEqual(Object.keys(entries).sort(), ['abs/config.json', 'evil.txt', 'weights.bin']);
  assert.equal(new TextDecoder().decode(entries['weights.bin']), 'weights.bin');
});

test('a file in parts is joined in order, whatever the order of arrival; the addresses need no key but their signature', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const body = {
    startUploadParams: { cloudType: 'AWS', numOfFileParts: 2 },
    experimentId: key,
    fileName: 'big.bin',
    assetId: 'c'.repeat(32),
  };
  const { requestId, preSignUrl } = await service.call<{ requestId: string; preSignUrl: string[] }>(
    'POST',
    '/clientlib/asset/upload-start',
    body,
  );
  for (const index of [1, 0]) {
    const url = new URL(preSignUrl[index]!);
    const put = (search: string) =>
      service.app.fetch(
        new Request(`http://127.0.0.1${url.pathname}${search}`, {
          method: 'PUT',
          body: index === 0 ? 'first ' : 'second',
          headers: { host: '127.0.0.1' },
        }),
      );
    assert.equal((await put('?signature=wrong')).status, 403);
    const response = await put(url.search);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('etag') ?? '', /^"[0-9a-f]{32}"$/);
  }
  await service.call('POST', '/clientlib/asset/upload-complete', { requestId, succeed: true });
  const response = await service.send(
    'GET',
    `${rest}/experiment/asset/get-asset?experimentKey=${key}&assetId=${'c'.repeat(32)}`,
  );
  assert.equal(await response.text(), 'first second');
});

test('absent files are 404, malformed requests 400', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const cases: [string, number][] = [
    [`${rest}/experiment/asset/get-asset?experimentKey=${key}&assetId=none`, 404],
    [`${rest}/experiment/asset/get-asset?assetId=none`, 400],
    [`${rest}/experiment/asset/list?experimentKey=${'0'.repeat(32)}`, 404],
    [`${rest}/experiment/asset/list`, 400],
    [`${rest}/experiment/model/download?experimentKey=${key}&modelName=none`, 404],
  ];
  for (const [path, status] of cases) await service.call('GET', path, undefined, status);
  const path = `${rest}/write/experiment/upload-asset?experimentKey=${key}&fileName=a`;
  await service.call('POST', path, upload('x', 'file', { metadata: '{broken' }), 400);
  const empty = new FormData();
  empty.set('other', 'x');
  await service.call('POST', path, empty, 400);
});

test('a file that replaces one of its name leaves the files of models and artifact versions alone', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const versions = [];
  for (let n = 0; n < 2; n++) {
    const artifact = { artifactName: 'table', experimentKey: key };
    const made = await service.call('POST', `${rest}/write/artifacts/upsert`, artifact);
    versions.push(String(made.artifactVersionId));
  }
  const projects: Record<string, string>[] = [
    {},
    { artifactVersionId: versions[0]! },
    { artifactVersionId: versions[1]! },
    { groupingName: 'net' },
    { groupingName: 'other net' },
  ];
  const send = (project: Record<string, string>, assetId: string) => {
    const query = new URLSearchParams({ experimentId: key, fileName: 'a', overwrite: 'True', assetId, ...project });
    return service.call('POST', `/clientlib/asset/upload?${query}`, upload(assetId, 'file'));
  };
  for (const [index, project] of projects.entries()) await send(project, `first${index}`);
  for (const index of projects.keys()) {
    const path = `${rest}/experiment/asset/get-asset?experimentKey=${key}&assetId=first${index}`;
    assert.equal((await service.send('GET', path)).status, 200, `first${index}`);
  }
  for (const [index, project] of projects.entries()) {
    await send(project, `second${index}`);
    const path = `${rest}/experiment/asset/get-asset?experimentKey=${key}&assetId=first${index}`;
    assert.equal((await service.send('GET', path)).status, 404, `first${index}`);
  }
});

test('a 3D scene is read as an archive of its files, and by the path that the SDK writes into other files', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  const scene = { experimentKey, userFileName: 'cloud', assetType: '3d-image', step: 1 };
  const { assetId } = await service.call<{ assetId: string }>('POST', '/clientlib/asset', scene);
  for (const [userFileName, assetItemType] of [
    ['points.jsonl', 'points'],
    ['boxes.jsonl', 'boxes'],
  ] as const) {
    const form = new FormData();
    form.set('requestParams', JSON.stringify({ experimentKey, assetId, userFileName, assetItemType }));
    form.set('assetItemContent', new Blob([userFileName]), userFileName);
    await service.call('POST', '/clientlib/asset/asset-item', form);
  }
  const list = await service.call<{ assets: { fileSize: number }[] }>(
    'GET',
    `${rest}/experiment/asset/list?experimentKey=${experimentKey}`,
  );
  assert.deepEqual(
    list.assets.map(({ fileSize }) => fileSize),
    ['points.jsonl'.length + 'boxes.jsonl'.length],
  );
  for (const path of [`${rest}/experiment/asset/get-asset`, '/api/asset/download']) {
    const response = await service.send('GET', `${path}?assetId=${assetId}&experimentKey=${experimentKey}`);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    assert.deepEqual(
      Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
      [
        ['boxes.jsonl', 'boxes.jsonl'],
        ['points.jsonl', 'points.jsonl'],
      ],
    );
  }
});

test('the files of a 3D scene are deleted with the scene that another one replaces', async (t) => {
  const service = await testService(t);
  const experimentKey = await service.experiment();
  const scene = { experimentKey, userFileName: 'cloud', assetType: '3d-image' };
  const { assetId } = await service.call<{ assetId: string }>('POST', '/clientlib/asset', scene);
  const form = new FormData();
  form.set('requestParams', JSON.stringify({ experimentKey, assetId, assetItemType: 'points' }));
  form.set('assetItemContent', new Blob(['points']), 'points');
  await service.call('POST', '/clientlib/asset/asset-item', form);
  assert.ok(existsSync(contentPath(service.store, sha('points'))));
  const query = `experimentKey=${experimentKey}&fileName=cloud&type=3d-image&overwrite=True`;
  await service.call('POST', `${rest}/write/experiment/upload-asset?${query}`, upload('new', 'cloud'));
  assert.deepEqual(await service.store.db.selectFrom('asset_items').selectAll().execute(), []);
  assert.ok(!existsSync(contentPath(service.store, sha('points'))));
});

test('an upload in parts that could not be stored is rejected before its parts are sent', async (t) => {
  const service = await testService(t);
  const body = { startUploadParams: { numOfFileParts: 1 }, experimentId: await service.experiment() };
  for (const [fields, message] of [
    [{ metadata: '{' }, 'The metadata of an asset must be JSON'],
    [{ step: 'soon' }, 'The step of an asset must be an integer between -2^53 and 2^53, unlike soon'],
    [{ epoch: 1e300 }, 'The epoch of an asset must be an integer between -2^53 and 2^53, unlike 1e+300'],
  ] as const) {
    const response = await service.call('POST', '/clientlib/asset/upload-start', { ...body, ...fields }, 400);
    assert.equal(response.msg, message);
  }
});

test('assets are filtered by any type, also one that is named as a property of every object', async (t) => {
  const service = await testService(t);
  const key = await service.experiment();
  const path = `${rest}/write/experiment/upload-asset?experimentKey=${key}&fileName=a&type=constructor`;
  await service.call('POST', path, upload('hello', 'file'));
  for (const [type, count] of [
    ['constructor', 1],
    ['__proto__', 0],
    ['histogram-combined-3d', 0],
  ] as const) {
    assert.equal((await list(service, key, type)).length, count, type);
  }
});
