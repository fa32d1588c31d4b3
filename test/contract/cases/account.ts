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
    title: 'a message about an experiment is taken',
    async run({ wire, experiment }) {
      const { key } = await experiment();
      await wire(account.notify, { body: { title: 'over', status: 'finished', experiment_key: key } });
    },
  },
];
