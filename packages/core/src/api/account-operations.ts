import { RestApiException } from '../client/errors.ts';
import { textArgument } from '../client/validate-arguments.ts';
import { type AccountDetails, contract, endpointName, endpoints as rows } from '../contract/index.ts';
import type { BaseExperiment } from '../experiment/base-experiment.ts';
import { nearest } from '../query/index.ts';
import { BaseOperations } from './base-operations.ts';
import type { OperationOptions } from './connection.ts';

const { account } = contract;

/** What the cache can be told of: the reads. */
const cacheable = new Set(
  rows.filter(({ row }) => row.method === 'GET' && row.effect === 'read').map(({ row }) => endpointName(row)),
);

/**
 * Names of endpoints as they were given.
 * @throws RestApiException `invalid` for a name that is none: it would change nothing, and nobody would know
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

/** Account, workspaces, and control of the cache (sections 4.1, 4.2). */
export abstract class AccountOperations<E extends BaseExperiment> extends BaseOperations<E> {
  /** Forgets all cached answers; use it when data changed outside this instance (section 4.1). */
  clearCache(): void {
    this.connection.cache.clear();
  }

  /**
   * Forgets all cached answers (section 4.1).
   * @deprecated use `clearCache`.
   */
  updateCache(): void {
    this.connection.deprecated('updateCache', 'clearCache');
    this.clearCache();
  }

  /** Turns caching on for endpoints by name, such as `experiments` and `projects` (section 4.1). One that is none is refused. */
  doCache(...endpoints: string[]): void {
    this.connection.cache.choose(namesOf('doCache', endpoints), true);
  }

  /** Turns caching off for endpoints by name (section 4.1). One that is none is refused. */
  doNotCache(...endpoints: string[]): void {
    this.connection.cache.choose(namesOf('doNotCache', endpoints), false);
  }

  /** Sets whether answers are cached, when a value is given; gives the current flag (section 4.1). */
  useCache(cache?: boolean | null): boolean {
    if (cache != null && typeof cache !== 'boolean') {
      throw RestApiException.from({ code: 'invalid', operation: 'useCache', reason: 'cache must be true or false' });
    }
    if (cache != null) this.connection.cache.enabled = cache;
    return this.connection.cache.enabled;
  }

  /** Root address of the service without a final slash (section 4.1). */
  serverUrl(): string {
    return this.connection.url;
  }

  /**
   * The names of the workspaces that the key can read (section 4.2).
   * @throws RestApiException
   */
  async getWorkspaces(options: OperationOptions = {}): Promise<string[]> {
    return (await this.connection.call('getWorkspaces', account.workspaces, {}, options)).workspaceNames;
  }

  /**
   * The name of the workspace where experiments go that name none (section 4.2).
   * @throws RestApiException
   */
  async getDefaultWorkspace(options: OperationOptions = {}): Promise<string> {
    return (await this.connection.call('getDefaultWorkspace', account.details, {}, options)).defaultWorkspaceName;
  }

  /**
   * User name and default workspace behind the key (section 4.2).
   * @throws RestApiException
   */
  async getAccountDetails(options: OperationOptions = {}): Promise<AccountDetails> {
    return await this.connection.call('getAccountDetails', account.details, {}, options);
  }
}
