import assert from 'node:assert/strict';
import { contract } from '@tracklens/core/contract';
import type { ContractCase } from '../contract-service.ts';

const { account } = contract;

export const accountCases: readonly ContractCase[] = [
  {
    title: 'the service says its version and that it is there',
    async run({ wire }) {
      assert.match((await wire(account.version, {})).version, /^\d+\.\d+\.\d+/);
      await wire(account.ping, {});
    },
  },
  {
    title: 'the account has a user and a default workspace',
    async run({ api }) {
      const { userName, defaultWorkspaceName } = await api.getAccountDetails();
      assert.ok(userName);
      assert.equal(await api.getDefaultWorkspace(), defaultWorkspaceName);
    },
  },
  {
    title: 'a workspace appears with its first experiment',
    async run({ api, workspace, experiment }) {
      await experiment();
      assert.ok((await api.getWorkspaces()).includes(workspace));
      assert.ok((await api.get()).includes(workspace));
    },
  },
  {
    title: 'many small reads at once are answered as they are one by one, refusals too',
    async run({ api, wire, bytes, experiment, workspace }) {
      const { key } = await experiment('many reads');
      const address = `/api/rest/v2/experiment/metadata?experimentKey=${key}`;
      const addresses = [
        address,
        '/api/rest/v2/experiment/tags?experimentKey=absent00000000000000000000000000',
        `/api/rest/v2/experiment/metrics/get-all?experimentKey=${key}`,
        // Some endpoints of this API write on GET.
        `/api/rest/v2/write/experiment/delete?experimentKey=${key}`,
        '/nowhere',
        address,
      ];
      const elsewhere = ['@example.com/api/rest/v2/workspaces'];
      await assert.rejects(bytes(account.reads, { body: { addresses: elsewhere } }), { code: 'invalid' });
      const text = new TextDecoder().decode(await bytes(account.reads, { body: { addresses } }));
      const lines = text.split('\n').map((line) => [line.slice(0, 3), line.slice(4)]);
      assert.deepEqual(
        lines.map(([status]) => status),
        ['200', '404', '400', '400', '400', '200', ''],
      );
      assert.equal(
        JSON.parse(lines[0]![1]!).experimentKey,
        (await wire(contract.experiments.metadata, { query: { experimentKey: key } })).experimentKey,
      );

      const keys = [key];
      while (keys.length < 30) keys.push((await experiment('many reads')).key);
      const opened = await Promise.all(keys.map((each) => api.getExperimentByKey(each)));
      assert.deepEqual(
        opened.map((each) => each?.key),
        keys,
      );
      const names = await Promise.all(opened.map((each) => each!.getMetadata()));
      assert.deepEqual(
        names.map(({ experimentKey, workspaceName }) => [experimentKey, workspaceName]),
        keys.map((each) => [each, workspace]),
      );
    },
  },
  {
    title: 'a message about an experiment is taken',
    async run({ wire, experiment }) {
      const { key } = await experiment();
      await wire(account.notify, { body: { title: 'over', status: 'finished', experiment_key: key } });
    },
  },
];
