import { RestApiException } from '../client/errors.ts';
import { textArgument } from '../client/validate-arguments.ts';
import { type AccountDetails, contract, endpointName, endpoints as rows } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import { nearest } from '../query/index.ts';
import { BaseOperations } from './base-operations.ts';
import type { OperationOptions } from './connection.ts';

const { account } = contract;

/** Names of the endpoints whose responses can be cached: the reads. */
const cacheable = new Set(
  rows
    .filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.effect === 'read')
    .map(({ endpoint }) => endpointName(endpoint)),
);

/**
 * Validates endpoint names.
 * @throws RestApiException `invalid` for an unknown name, which would otherwise be ignored silently
 */
function namesOf(operation: string, endpoints: readonly string[]): string[] {
  return endpoints.map((given) => {
    const name = textArgument(operation, 'each endpoint', given);
    if (cacheable.has(name)) return name;
    const [meant] = nearest(name, cacheable, 1);
    const hint =
      meant === undefined ? 'there are, among others, experiments and projects' : `${meant} is meant, perhaps`;
    throw RestApiException.from({
      code: 'invalid',
      operation,
      reason: `${JSON.stringify(name)} is no endpoint; ${hint}`,
    });
  });
}

/** Account operations and control of the response cache. */
export abstract class AccountOperations<E extends BaseExperiment> extends BaseOperations<E> {
  /** Clears the response cache. Use it when data changed outside this instance. */
  clearCache(): void {
    this.connection.cache.clear();
  }

  /**
   * Clears the response cache.
   * @deprecated use `clearCache`.
   */
  updateCache(): void {
    this.connection.deprecated('updateCache', 'clearCache');
    this.clearCache();
  }

  /** Enables caching for endpoints by name, such as `experiments` and `projects`. Rejects unknown names. */
  doCache(...endpoints: string[]): void {
    this.connection.cache.choose(namesOf('doCache', endpoints), true);
  }

  /** Disables caching for endpoints by name. Rejects unknown names. */
  doNotCache(...endpoints: string[]): void {
    this.connection.cache.choose(namesOf('doNotCache', endpoints), false);
  }

  /** Enables or disables the cache if a value is given. Returns the current setting. */
  useCache(cache?: boolean | null): boolean {
    if (cache != null && typeof cache !== 'boolean') {
      throw RestApiException.from({ code: 'invalid', operation: 'useCache', reason: 'cache must be true or false' });
    }
    if (cache != null) this.connection.cache.enabled = cache;
    return this.connection.cache.enabled;
  }

  /** Returns the root URL of the service without a trailing slash. */
  serverUrl(): string {
    return this.connection.url;
  }

  /**
   * Returns the names of the workspaces that the API key can read.
   * @throws RestApiException
   */
  async getWorkspaces(options: OperationOptions = {}): Promise<string[]> {
    return (await this.connection.call('getWorkspaces', account.workspaces, {}, options)).workspaceNames;
  }

  /**
   * Returns the name of the default workspace, which is used for experiments created without a workspace.
   * @throws RestApiException
   */
  async getDefaultWorkspace(options: OperationOptions = {}): Promise<string> {
    return (await this.connection.call('getDefaultWorkspace', account.details, {}, options)).defaultWorkspaceName;
  }

  /**
   * Returns the user name and default workspace of the API key's account.
   * @throws RestApiException
   */
  async getAccountDetails(options: OperationOptions = {}): Promise<AccountDetails> {
    return await this.connection.call('getAccountDetails', account.details, {}, options);
  }
}
