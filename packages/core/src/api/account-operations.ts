import type { OperationOptions } from '../client/connection.ts';
import { defineOperations } from '../client/operation.ts';
import { type AccountDetails, contract } from '../contract/index.ts';
import type { AccountSubject } from './account.ts';

const { account } = contract;

/** Operations on the account of the API key. */
export interface AccountOperations {
  /** Returns the names of the workspaces that the API key can read. */
  getWorkspaces(options?: OperationOptions): Promise<string[]>;
  /** Returns the name of the default workspace, which is used for experiments created without a workspace. */
  getDefaultWorkspace(options?: OperationOptions): Promise<string>;
  /** Returns the user name and default workspace of the API key's account. */
  getAccountDetails(options?: OperationOptions): Promise<AccountDetails>;
}

/** Definitions of the operations on the account. */
export const accountOperations = defineOperations<AccountOperations, AccountSubject>({
  getWorkspaces: { run: async ({ call }) => (await call(account.workspaces, {})).workspaceNames },
  getDefaultWorkspace: { run: async ({ call }) => (await call(account.details, {})).defaultWorkspaceName },
  getAccountDetails: { run: ({ call }) => call(account.details, {}) },
});
