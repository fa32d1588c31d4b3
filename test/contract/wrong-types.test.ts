import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { API, isQuerySyntaxError, isRestApiException, type Transport } from '@tracklens/core';
import { bufferedBody } from '@tracklens/core/client';
import { temporaryFolder } from '@tracklens/core/test-support';
import { typedOperations } from './class-types.ts';
import { callOperation, wrongArguments } from './valid-call.ts';

test('every operation rejects an argument of the wrong type by name before it sends anything', async (t) => {
  const folder = await temporaryFolder(t);
  for (const name of ['file.txt', 'clip.gif']) await writeFile(join(folder, name), 'text');
  let sent: string[] = [];
  const transport: Transport = {
    async send({ path }) {
      sent.push(path);
      const answer = path.endsWith('compact-details') ? { registryModelId: 'm' } : {};
      const bytes = new TextEncoder().encode(JSON.stringify(answer));
      return { status: 200, headers: { 'content-type': 'application/json' }, body: bufferedBody(bytes) };
    },
  };
  const api = new API({ transport, warn: () => {} });
  const model = await api.getModel('lab', 'net');
  for (const operation of typedOperations()) {
    const name = operation.on === 'Model' ? `Model.${operation.name}` : operation.name;
    await t.test(name, async () => {
      for (const { what, args } of wrongArguments(operation, folder)) {
        sent = [];
        const failure = await callOperation({ api, model, folder }, operation, args).then(
          () => null,
          (error: unknown) => error,
        );
        assert.deepEqual(sent, [], what);
        assert.ok(failure !== null, `${what} was taken`);
        if (isQuerySyntaxError(failure)) continue;
        assert.ok(isRestApiException(failure), `${what} gave what is not ours: ${String(failure)}`);
        assert.deepEqual([failure.operation, failure.code], [name, 'invalid'], `${what}: ${failure.message}`);
      }
    });
  }
});
