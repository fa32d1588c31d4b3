import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type TestService, testKey, testService, upload } from '../testing/test-service.ts';

/*
 * Behavior of the protocol that clients rely on. test/clients replays requests of real clients; these are the cases
 * that no recording contains, or that need a clock.
 */

const rest = '/api/rest/v2';
type Json = Record<string, unknown>;

interface Statement {
  readonly expected: string;
  check(service: TestService, t: TestContext): Promise<void>;
}

const named = (artifactName: string) => `workspace=ada&artifactName=${encodeURIComponent(artifactName)}`;

async function artifactVersion(
  service: TestService,
  experimentKey: string,
  alias = ['raw'],
): Promise<Record<string, string>> {
  const body = { artifactName: 'table', artifactType: 'dataset', experimentKey, alias };
  return await service.call('POST', `${rest}/write/artifacts/upsert`, body);
}

const closeVersion = (service: TestService, artifactVersionId: string) =>
  service.call('POST', `${rest}/write/artifacts/state`, { artifactVersionId, state: 'CLOSED' });

const statements: readonly Statement[] = [
  {
    expected: 'the key may come as Comet-Sdk-Api',
    check: async ({ app }) => {
      const ask = (key: string) =>
        app.fetch(new Request(`http://127.0.0.1${rest}/workspaces`, { headers: { 'Comet-Sdk-Api': key } }));
      assert.equal((await ask(testKey)).status, 200);
      assert.equal((await ask('wrong')).status, 401);
    },
  },
  {
    expected: 'the answer to a write holds code 200',
    check: async (service) => {
      const experimentKey = await service.experiment();
      const writes: Record<string, Json> = {
        metric: { metricName: 'loss', metricValue: 1 },
        parameter: { parameterName: 'lr', parameterValue: 1 },
        'log-other': { key: 'note', value: 'x' },
        tags: { addedTags: ['a'] },
        html: { html: '<p>', override: false, timestamp: 1 },
        output: { outputLines: [{ stderr: false, output: 'x\n', localTimestamp: 1, offset: 0 }] },
        graph: { graph: '{}' },
        code: { code: 'x' },
        'git/metadata': { user: 'ada', root: 'r', branch: 'b', parent: 'p', origin: 'o' },
        'set-start-end-time': { startTimeMillis: 1, endTimeMillis: 2 },
        'system-details': { user: 'ada' },
      };
      for (const [name, body] of Object.entries(writes)) {
        const response = await service.call('POST', `${rest}/write/experiment/${name}`, { experimentKey, ...body });
        assert.equal(response.code, 200, name);
      }
      const path = `${rest}/write/experiment/upload-asset?experimentKey=${experimentKey}&fileName=a`;
      const { code, assetId } = await service.call<Json>('POST', path, upload('x', 'a'));
      assert.equal(code, 200);
      assert.match(String(assetId), /^[0-9a-f]{32}$/);
    },
  },
  {
    expected: 'an absent registry model is 400 with its code, and not 404, whose body is not read',
    check: async (service) => {
      await service.experiment();
      const of = 'workspaceName=ada&modelName=absent';
      for (const path of ['details', 'notes', 'latest_version', 'item/download-instructions']) {
        const response = await service.call('GET', `${rest}/registry-model/${path}?${of}`, undefined, 400);
        assert.equal(response.sdk_error_code, 42008, path);
      }
    },
  },
  {
    expected: 'a version of an artifact has these keys and no others in its artifact',
    check: async (service) => {
      const { artifactId, artifactVersionId } = await artifactVersion(service, await service.experiment());
      const path = `${rest}/artifacts/version?artifactId=${artifactId}&versionId=${artifactVersionId}`;
      const { artifact } = await service.call<{ artifact: Json }>('GET', path);
      const keys = ['artifactId', 'artifactName', 'artifactType', 'tags', 'workspaceName'];
      assert.deepEqual(Object.keys(artifact).toSorted(), keys);
    },
  },
  {
    expected: 'a context prefixes the names of metrics and parameters, at each address',
    check: async (service) => {
      const experimentKey = await service.experiment();
      const metric = { metricName: 'loss', metricValue: 1, context: 'train' };
      await service.call('POST', `${rest}/write/experiment/metric`, { experimentKey, ...metric });
      const values = [{ parameterName: 'lr', parameterValue: 1, context: 'train', timestamp: 1 }];
      await service.call('POST', '/clientlib/batch/logger/experiment/parameter', { experimentKey, values });
      const single = { experimentKey, parameterName: 'lr', parameterValue: 1, context: 'validate' };
      await service.call('POST', `${rest}/write/experiment/parameter`, single);
      const names = async (path: string) => {
        const { values } = await service.call<{ values: { name: string }[] }>(
          'GET',
          `${rest}/experiment/${path}?experimentKey=${experimentKey}`,
        );
        return values.map(({ name }) => name);
      };
      assert.deepEqual(await names('metrics/summary'), ['train_loss']);
      assert.deepEqual((await names('parameters')).toSorted(), ['train_lr', 'validate_lr']);
    },
  },
  {
    expected: 'a version is Latest from its closing until its labels are replaced',
    check: async (service) => {
      const { artifactVersionId } = await artifactVersion(service, await service.experiment());
      const aliases = async () => {
        const { versions } = await service.call<{ versions: { alias: string[] }[] }>(
          'GET',
          `${rest}/artifacts/get?${named('table')}`,
        );
        return versions[0]!.alias.toSorted();
      };
      assert.deepEqual(await aliases(), ['raw']);
      await closeVersion(service, artifactVersionId!);
      assert.deepEqual(await aliases(), ['Latest', 'raw']);
      const labels = { artifactVersionId, alias: ['gold'], versionTags: ['checked'] };
      await service.call('POST', `${rest}/write/artifacts/version/labels`, labels);
      assert.deepEqual(await aliases(), ['gold']);
    },
  },
  {
    expected:
      'files of an artifact have no link unless they are stored elsewhere, and are fetched by the version alone',
    check: async (service) => {
      const experimentId = await service.experiment();
      const { artifactId, artifactVersionId } = await artifactVersion(service, experimentId);
      const query = new URLSearchParams({
        experimentId,
        assetId: 'a1',
        fileName: 'a.csv',
        artifactVersionId: artifactVersionId!,
      });
      await service.call('POST', `/clientlib/asset/upload?${query}`, upload('1,2', 'file'));
      for (const ids of [`artifactId=${artifactId}&versionId=${artifactVersionId}`, `versionId=${artifactVersionId}`]) {
        const { files } = await service.call<{ files: Json[] }>('GET', `${rest}/artifacts/version/files?${ids}`);
        assert.deepEqual(
          files.map(({ link, remote, type }) => [link, remote, type]),
          [[null, false, 'unknown']],
        );
      }
      const get = `${rest}/experiment/asset/get-asset?assetId=a1&allow301=true&artifactVersionId=${artifactVersionId}`;
      assert.equal(await (await service.send('GET', get)).text(), '1,2');
      await service.call('POST', `${rest}/write/artifacts/details`, { artifactId, tags: ['t'] });
      assert.deepEqual((await service.call('GET', `${rest}/artifacts/get?${named('table')}`)).tags, ['t']);
    },
  },
  {
    expected: 'Latest is the highest closed version, in whatever order versions close',
    check: async (service) => {
      const experimentKey = await service.experiment();
      const versionIds: string[] = [];
      for (let count = 0; count < 3; count++) {
        versionIds.push((await artifactVersion(service, experimentKey)).artifactVersionId!);
      }
      const latest = async () => {
        const { versions } = await service.call<{ versions: { version: string; alias: string[] }[] }>(
          'GET',
          `${rest}/artifacts/get?${named('table')}`,
        );
        return versions.filter(({ alias }) => alias.includes('Latest')).map(({ version }) => version);
      };
      const seen: string[][] = [];
      for (const index of [1, 0, 2, 1]) {
        await closeVersion(service, versionIds[index]!);
        seen.push(await latest());
      }
      assert.deepEqual(seen, [['2.0.0'], ['2.0.0'], ['3.0.0'], ['3.0.0']]);
    },
  },
  {
    expected: 'the alias Latest is found in any case, another alias only as it is written',
    check: async (service) => {
      const { artifactVersionId } = await artifactVersion(service, await service.experiment());
      await closeVersion(service, artifactVersionId!);
      for (const [choice, status] of [
        ['alias=latest', 200],
        ['alias=LATEST', 200],
        ['versionOrAlias=latest', 200],
        ['alias=raw', 200],
        ['alias=Raw', 404],
      ] as const) {
        const response = await service.send('GET', `${rest}/artifacts/version?${named('table')}&${choice}`);
        assert.equal(response.status, status, choice);
      }
    },
  },
  {
    expected: 'Latest in any case is the highest closed version, also when a version was logged with the alias latest',
    check: async (service) => {
      const experimentKey = await service.experiment();
      const closed = async (alias: string[]) => {
        const { artifactVersionId } = await artifactVersion(service, experimentKey, alias);
        await closeVersion(service, artifactVersionId!);
      };
      const found = async (choice: string) =>
        (await service.call('GET', `${rest}/artifacts/version?${named('table')}&${choice}`)).artifactVersion;
      await closed(['latest']);
      assert.equal(await found('alias=latest'), '1.0.0');
      await closed([]);
      for (const choice of ['alias=latest', 'alias=Latest', 'alias=LATEST', 'versionOrAlias=latest', '']) {
        assert.equal(await found(choice), '2.0.0', choice);
      }
    },
  },
  {
    expected: 'a workspace that is absent is rejected, where an empty list would hide a misspelled name',
    check: async (service) => {
      await service.experiment();
      for (const path of [
        'registry-model?workspaceName=',
        'registry-model/count?workspaceName=',
        'artifacts/get-all?workspace=',
      ]) {
        assert.equal((await service.call('GET', `${rest}/${path}absent`, undefined, 400)).sdk_error_code, 90219);
        await service.call('GET', `${rest}/${path}ada`);
      }
    },
  },
  {
    expected: 'a version number that is registered already is not rejected as a malformed one',
    check: async (service) => {
      const experimentKey = await service.experiment();
      const query = `experimentKey=${experimentKey}&fileName=w.bin&type=model-element&groupingName=net`;
      await service.call('POST', `${rest}/write/experiment/upload-asset?${query}`, upload('w', 'w.bin'));
      const register = (version: string, status: number) => {
        const body = { experimentKey, experimentModelName: 'net', version };
        return service.call('POST', `${rest}/write/registry-model/item/create`, body, status);
      };
      await register('1.0.0', 200);
      assert.equal((await register('1.0.0', 400)).sdk_error_code, 0);
      assert.equal((await register('one', 400)).sdk_error_code, 42001);
      const of = 'workspaceName=ada';
      const { registryModels } = await service.call<{ registryModels: Json[] }>('GET', `${rest}/registry-model?${of}`);
      const [{ numberOfVersions, latestVersion } = assert.fail()] = registryModels;
      assert.deepEqual([numberOfVersions, (latestVersion as Json).version], [1, '1.0.0']);
      const details = await service.call<{ numberOfVersions: number; versions: { restApiUrl: string }[] }>(
        'GET',
        `${rest}/registry-model/details?${of}&modelName=net`,
      );
      assert.equal(details.numberOfVersions, 1);
      const { pathname, search } = new URL(details.versions[0]!.restApiUrl);
      assert.equal((await service.send('GET', pathname + search)).status, 200);
    },
  },
  {
    expected: 'a text is served as text, what clients read as JSON as JSON or bytes',
    check: async (service) => {
      const experimentKey = await service.experiment();
      for (const [fileName, type, expected] of [
        ['notes.txt', 'asset', 'text/plain; charset=utf-8'],
        ['table.csv', 'dataframe', 'text/plain; charset=utf-8'],
        ['data.json', 'asset', 'application/json'],
        ['roc.txt', 'curve', 'application/octet-stream'],
        ['pixels.png', 'image', 'application/octet-stream'],
      ] as const) {
        const query = new URLSearchParams({ experimentKey, fileName, type });
        const { assetId } = await service.call(
          'POST',
          `${rest}/write/experiment/upload-asset?${query}`,
          upload('x', 'f'),
        );
        const get = `${rest}/experiment/asset/get-asset?experimentKey=${experimentKey}&assetId=${assetId}`;
        const { headers } = await service.send('GET', get);
        assert.equal(headers.get('content-type'), expected, fileName);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.equal(headers.get('content-disposition'), 'attachment');
      }
    },
  },
  {
    expected: 'an artifact with a slash in its name is found by what Experiment.get_artifact makes of the name',
    check: async (service) => {
      const experimentKey = await service.experiment();
      for (const artifactName of ['data/x', 'data/x/y:z', 'x', '100%25']) {
        const body = { artifactName, artifactType: 'dataset', experimentKey };
        const { artifactVersionId } = await service.call('POST', `${rest}/write/artifacts/upsert`, body);
        await closeVersion(service, artifactVersionId as string);
      }
      const found = async (workspace: string | null, name: string) => {
        // The SDK quotes the name, and its HTTP library does again.
        const query = new URLSearchParams({ experimentKey, artifactName: encodeURIComponent(name) });
        if (workspace !== null) query.set('workspace', workspace);
        const response = await service.send('GET', `${rest}/artifacts/version?${query}`);
        const { artifact, msg } = (await response.json()) as { artifact?: Json; msg?: string };
        return artifact?.artifactName ?? `${response.status} ${msg}`;
      };
      assert.equal(await found('data', 'x'), 'data/x');
      assert.equal(await found('ada', 'x'), 'x');
      assert.equal(await found('ada', 'data%2Fx'), 'data/x');
      assert.equal(await found(null, 'data%2Fx%2Fy%3Az'), 'data/x/y:z');
      assert.equal(await found('ada', '100%25'), '100%25');
      assert.equal(await found('data', 'y'), '404 There is no artifact data/y');
      assert.equal(await found(null, '100%'), '404 There is no artifact ada/100%');
    },
  },
  {
    expected: 'a long integer keeps all digits, wherever it is in a value',
    check: async (service) => {
      const experimentKey = await service.experiment();
      const value = '[{"id":12345678901234567890,"ns":1700000000000000},-9223372036854775808,0.1234567890123456789]';
      const read = '[{"id":12345678901234567890,"ns":1700000000000000},-9223372036854775808,0.12345678901234568]';
      const json = { 'content-type': 'application/json' };
      const write = async (path: string, fields: string) => {
        const response = await service.send('POST', path, `{"experimentKey":"${experimentKey}",${fields}}`, json);
        assert.equal(response.status, 200, path);
        return (await response.json()) as Record<string, string>;
      };
      const assertRead = async (path: string, expected: string) => {
        const text = await (await service.send('GET', `${rest}/${path}`)).text();
        assert.ok(text.includes(expected), `${path}: ${text}`);
      };
      const of = `experimentKey=${experimentKey}`;
      for (const [given, text] of [
        ['12345678901234567890', '12345678901234567890'],
        [value, JSON.stringify(read).slice(1, -1)],
      ] as const) {
        const current = `"valueCurrent":"${text}"`;
        await write(`${rest}/write/experiment/log-other`, `"key":"seed","value":${given}`);
        await assertRead(`experiment/log-other?${of}`, current);
        await write(`${rest}/write/experiment/parameter`, `"parameterName":"one","parameterValue":${given}`);
        // A step that is no such number does not have to keep its digits.
        const values = `[{"parameterName":"other","parameterValue":${given},"step":12345678901234567890}]`;
        await write('/clientlib/batch/logger/experiment/parameter', `"values":${values}`);
        for (const name of ['one', 'other']) {
          const { values } = await service.call<{ values: Json[] }>('GET', `${rest}/experiment/parameters?${of}`);
          assert.equal(values.find((entry) => entry.name === name)?.valueCurrent, JSON.parse(`"${text}"`));
        }
      }
      for (const key of ['first', 'second']) {
        const items = `[{"key":"${key}","value":${value}}]`;
        await write(`${rest}/write/experiment/system-details`, `"pid":7,"logAdditionalSystemInfoList":${items}`);
      }
      for (const key of ['first', 'second']) {
        await assertRead(`experiment/system-details?${of}`, `{"key":"${key}","value":${read}}`);
      }
      const version = '"artifactName":"table","artifactType":"dataset"';
      await write(`${rest}/write/artifacts/upsert`, `${version},"versionMetadata":{"a":${value}}`);
      await assertRead(`artifacts/get?${named('table')}`, `"metadata":{"a":${read}}`);
      await write(`${rest}/write/artifacts/upsert`, `${version},"versionMetadata":${JSON.stringify(value)}`);
      await assertRead(`artifacts/get?${named('table')}`, `"metadata":${read}`);
      const query = `${of}&fileName=w.bin&type=model-element&groupingName=net`;
      await service.call('POST', `${rest}/write/experiment/upload-asset?${query}`, upload('w', 'w.bin'));
      const item = await write(`${rest}/write/registry-model/item/create`, '"experimentModelName":"net"');
      const id = item.registryModelItemId;
      await write(`${rest}/write/registry-model/item/${id}/metadata`, `"metadata":[{"key":"k","value":${value}}]`);
      await assertRead(`registry-model/item/${id}/metadata`, `{"key":"k","value":${read}}`);
    },
  },
  {
    expected: 'a process id that was sent as text is a number, and git metadata has its five fields',
    check: async (service) => {
      const experimentKey = await service.experiment();
      await service.call('POST', `${rest}/write/experiment/system-details`, { experimentKey, pid: '77' });
      const of = `experimentKey=${experimentKey}`;
      assert.equal((await service.call('GET', `${rest}/experiment/system-details?${of}`)).pid, 77);
      assert.deepEqual(await service.call('GET', `${rest}/experiment/git/metadata?${of}`), {
        user: null,
        root: null,
        branch: null,
        parent: null,
        origin: null,
      });
    },
  },
  {
    expected: 'an experiment runs for a minute after its last set-status, and has then ended, not crashed',
    check: async (service) => {
      const key = await service.experiment();
      const state = async () => {
        const path = `${rest}/experiment/metadata?experimentKey=${key}`;
        const { running, hasCrashed } = await service.call('GET', path);
        return [running, hasCrashed];
      };
      await service.call('GET', `${rest}/write/experiment/set-status?experimentKey=${key}`);
      assert.deepEqual(await state(), [true, false]);
      service.clock.now += 60_000;
      assert.deepEqual(await state(), [false, false]);
    },
  },
  {
    expected: 'HTML that was never logged is null',
    check: async (service) => {
      const key = await service.experiment();
      assert.deepEqual(await service.call('GET', `${rest}/experiment/html?experimentKey=${key}`), { html: null });
    },
  },
  {
    expected: 'each experiment of a chart says that it is not empty',
    check: async (service) => {
      const experimentKey = await service.experiment();
      const metric = { metricName: 'loss', metricValue: 1, step: 1 };
      await service.call('POST', `${rest}/write/experiment/metric`, { experimentKey, ...metric });
      const body = { targetedExperiments: [experimentKey], metrics: ['loss'], params: null };
      const { experiments } = await service.call<{ experiments: Record<string, Json> }>(
        'POST',
        `${rest}/experiments/multi-metric-chart`,
        { ...body, independentMetrics: true, fetchFull: false },
      );
      assert.equal(experiments[experimentKey]?.empty, false);
    },
  },
  {
    expected: 'a project is named by its id as well as by its name',
    check: async (service) => {
      const key = await service.experiment();
      const byName = 'workspaceName=ada&projectName=digits';
      const { projectId } = await service.call('GET', `${rest}/project?${byName}`);
      for (const by of [byName, `projectId=${projectId}`]) {
        const { columns } = await service.call<{ columns: { name: string }[] }>(
          'GET',
          `${rest}/project/column-names?${by}`,
        );
        const names = columns.map(({ name }) => name);
        for (const name of ['duration', 'experimentKey']) assert.ok(names.includes(name), `${by}: ${name}`);
        const { experiments } = await service.call<{ experiments: Json[] }>('GET', `${rest}/experiments?${by}`);
        assert.deepEqual(
          experiments.map(({ experimentKey }) => experimentKey),
          [key],
        );
      }
    },
  },
  {
    expected: 'a figure may be a drawing, which its extension says',
    check: async (service) => {
      const key = await service.experiment();
      const query = `experimentId=${key}&imageId=f1&figName=plot&figCounter=1&extension=svg`;
      await service.call('POST', `/clientlib/visualizations/upload?${query}`, upload('<svg/>', 'file'));
      const { assets } = await service.call<{ assets: Json[] }>(
        'GET',
        `${rest}/experiment/asset/list?experimentKey=${key}`,
      );
      assert.deepEqual(
        assets.map(({ assetId, fileName, type, canView }) => [assetId, fileName, type, canView]),
        [['f1', 'plot', 'image', true]],
      );
    },
  },
  {
    expected: 'a remote asset without a name is named after the end of its address',
    check: async (service) => {
      const key = await service.experiment();
      for (const name of ['', '&fileName=mine.csv']) {
        const form = new FormData();
        form.set('link', 's3://bucket/folder/far.csv?version=3');
        await service.call(
          'POST',
          `${rest}/write/experiment/upload-asset?experimentKey=${key}&isRemote=true${name}`,
          form,
        );
      }
      const { assets } = await service.call<{ assets: Json[] }>(
        'GET',
        `${rest}/experiment/asset/list?experimentKey=${key}`,
      );
      assert.deepEqual(
        assets.map(({ fileName, remote, link }) => [fileName, remote, link]).toSorted(),
        ['far.csv', 'mine.csv'].map((name) => [name, true, 's3://bucket/folder/far.csv?version=3']),
      );
    },
  },
  {
    expected: 'an offline archive starts a run without heartbeats, once for each key',
    check: async (service) => {
      const experimentKey = 'a'.repeat(32);
      const begin = { experimentKey, offline: true, getOrCreateEnabled: false, local_timestamp: 1_700_000_000_000 };
      await service.call('POST', '/clientlib/logger/add/run', begin);
      assert.equal((await service.call('POST', '/clientlib/logger/add/run', begin, 400)).sdk_error_code, 90999);
      service.clock.now += 600_000;
      const { running, hasCrashed, startTimeMillis } = await service.call(
        'GET',
        `${rest}/experiment/metadata?experimentKey=${experimentKey}`,
      );
      assert.deepEqual([running, hasCrashed, startTimeMillis], [false, false, begin.local_timestamp]);
    },
  },
  {
    expected: 'the probes of a connection check are answered, whatever they lack',
    check: async ({ app, send }) => {
      const bare = (method: string, path: string, headers: Record<string, string> = {}) =>
        app.fetch(new Request(`http://127.0.0.1${path}`, { method, headers }));
      assert.equal((await bare('POST', '/clientlib/logger/add/run')).status, 400);
      assert.equal((await bare('GET', `${rest}/account-details`)).status, 401);
      assert.equal((await bare('GET', `${rest}/account-details`, { authorization: 'wrong' })).status, 401);
      assert.equal((await send('GET', '/optimizer/spec?algorithmName=bayes')).status, 404);
    },
  },
  {
    expected: 'a project is created when it is first logged to',
    check: async (service) => {
      const projectName = 'mlflow-Default-7f3c2a';
      const begin = { experimentKey: 'b'.repeat(32), projectName, teamName: 'ada', offline: true };
      await service.call('POST', '/clientlib/logger/add/run', begin);
      const { projects } = await service.call<{ projects: Json[] }>('GET', `${rest}/projects?workspaceName=ada`);
      assert.ok(projects.some((project) => project.projectName === projectName));
    },
  },
];

for (const { expected, check } of statements) {
  test(expected, async (t) => check(await testService(t), t));
}
