import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { isRestApiException } from '../client/errors.ts';
import { suiteCleanup } from '../test-support/cleanup.ts';
import { type ConfigurationCase, configurationCases, pathsOf } from '../test-support/configuration-case.ts';
import { readConfiguration } from './configuration-files.ts';

const execute = promisify(execFile);

describe('a key goes only to the address it belongs to', () => {
  const keys: (string | undefined)[] = [];
  const stack = suiteCleanup();
  let cases: readonly ConfigurationCase[];

  const startRecorder = async () => {
    const server = createServer((request, response) => {
      keys.push(request.headers.authorization);
      response.setHeader('content-type', 'application/json').end('{"workspaceNames":[]}');
    });
    stack.defer(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  before(async () => {
    cases = await configurationCases(stack, { own: await startRecorder(), other: await startRecorder() });
  });

  test('each case of the table is found or rejected as expected', () => {
    assert.ok(cases.length > 30);
    for (const one of cases) {
      const { expected, name } = one;
      const read = () => readConfiguration(pathsOf(one), one.argument);
      if ('found' in expected) {
        const { apiKey, url } = read();
        assert.deepEqual({ apiKey, url }, expected.found, name);
        continue;
      }
      assert.throws(
        read,
        (error) => {
          assert.ok(isRestApiException(error), name);
          assert.deepEqual([error.code, error.reason], ['invalid', expected.message], name);
          if (expected.remedy !== null) assert.equal(error.remedy, expected.remedy, name);
          assert.doesNotMatch(error.message, /\bsecret\b/, name);
          return true;
        },
        name,
      );
    }
  });

  test('a rejected address receives no request, and the key arrives at its own address', async () => {
    const entry = JSON.stringify(new URL('index.ts', import.meta.url));
    const ofProcess = cases.filter(({ argument }) => Object.keys(argument).length === 0);
    const rejected = ofProcess.filter(({ expected }) => 'remedy' in expected && expected.remedy !== null);
    const own = cases.find(({ name }) => name === 'key and address of home')!;
    for (const { name, expected, homeFolder, workingFolder, environment } of [...rejected.slice(0, 3), own]) {
      keys.length = 0;
      const program = `
        process.chdir(${JSON.stringify(workingFolder)});
        const { API } = await import(${entry});
        try { await new API().getWorkspaces(); } catch (error) { console.log(error.message); }`;
      const { stdout } = await execute(
        process.execPath,
        ['--conditions=@tracklens/source', '--input-type=module', '--eval', program],
        { env: { PATH: process.env.PATH, HOME: homeFolder, USERPROFILE: homeFolder, ...environment } },
      );
      if ('found' in expected) assert.deepEqual([keys, stdout], [[expected.found.apiKey], ''], name);
      else assert.deepEqual([keys, stdout], [[], `API: ${expected.message}. ${expected.remedy}.\n`], name);
    }
  });
});
