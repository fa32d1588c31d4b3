import { checkArgument, checkOptions, flag, mapping, text, texts } from '../client/argument.ts';
import type { Connection } from '../client/connection.ts';
import { RestApiException } from '../client/errors.ts';
import { Inspectable } from '../client/inspectable.ts';
import type { OperationSubject } from '../client/operation.ts';
import { type ExperimentMetadata, endpointName, endpoints } from '../contract/index.ts';
import type { Model } from '../model/model.ts';
import { nearest } from '../query/nearest.ts';

/** Context that a dashboard page passes to the code inside one of its panels. */
export interface PanelContext {
  /** Options of the panel. */
  readonly options?: object | undefined;
  /** Keys of the experiments on the page. */
  readonly experimentKeys?: readonly string[] | undefined;
  /** Project of the page. */
  readonly projectName?: string | undefined;
  /** Workspace of the page. */
  readonly workspace?: string | undefined;
}

/** Experiment as the operations of an account see it. */
export interface ExperimentReference {
  readonly key: string;
  readonly name: string | null;
}

/** Subject of the operations of an account. */
export interface AccountSubject extends OperationSubject {
  /** Panel that the code runs in. Its fields are absent outside a panel. */
  panel: PanelContext;
  /** Creates an experiment of this client's class. `metadata` is null when it is unknown. */
  readonly experimentOf: (experimentKey: string, metadata: ExperimentMetadata | null) => ExperimentReference;
  /** Creates a model of this client's class. */
  readonly modelOf: (workspace: string, name: string, registryModelId: string) => Model;
}

/** Names of the endpoints whose responses can be cached: the reads. */
const cacheable = new Set(
  endpoints
    .filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.effect === 'read')
    .map(({ endpoint }) => endpointName(endpoint)),
);

/** @throws RestApiException `invalid` for an unknown name, which would otherwise be ignored silently */
function checkNames(operation: string, names: readonly string[]): void {
  for (const name of names) {
    checkArgument(operation, 'each endpoint', text, name);
    if (cacheable.has(name)) continue;
    const [meant] = nearest(name, cacheable, 1);
    const hint = meant === undefined ? 'examples are experiments and projects' : `did you mean ${meant}?`;
    const reason = `${JSON.stringify(name)} is not an endpoint (${hint})`;
    throw RestApiException.of({ code: 'invalid', operation, reason });
  }
}

const panelChecks = { options: mapping, experimentKeys: texts, projectName: text, workspace: text };

/** Connection, response cache and panel of an `API`: what needs no request. */
export class Account extends Inspectable {
  /** @internal */
  readonly connection: Connection;
  protected readonly subject: AccountSubject;

  constructor(subject: Omit<AccountSubject, 'panel'>) {
    super();
    this.connection = subject.connection;
    this.subject = { ...subject, panel: {} };
  }

  /** Name of the class. */
  get [Symbol.toStringTag](): string {
    return 'API';
  }

  /** Returns the address and the defaults of this instance, never its API key. */
  toJSON(): Readonly<Record<string, string | null>> {
    const { url, workspace, projectName } = this.connection;
    return { url: url || null, workspace, projectName };
  }

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
    checkNames('doCache', endpoints);
    this.connection.cache.setCached(endpoints, true);
  }

  /** Disables caching for endpoints by name. Rejects unknown names. */
  doNotCache(...endpoints: string[]): void {
    checkNames('doNotCache', endpoints);
    this.connection.cache.setCached(endpoints, false);
  }

  /** Enables or disables the cache if a value is given. Returns the current setting. */
  useCache(cache?: boolean | null): boolean {
    if (cache != null) {
      checkArgument('useCache', 'cache', flag, cache);
      this.connection.cache.enabled = cache;
    }
    return this.connection.cache.enabled;
  }

  /** Returns the root URL of the service without a trailing slash. */
  serverUrl(): string {
    return this.connection.url;
  }

  /** Sets the panel that this instance runs in. A dashboard page calls it before the panel's own code. */
  enterPanel(panel: PanelContext): void {
    this.subject.panel = checkOptions('enterPanel', panelChecks, panel);
  }

  /** Returns the panel's options; empty outside a panel. */
  getPanelOptions(): Readonly<Record<string, unknown>> {
    return (this.subject.panel.options ?? {}) as Readonly<Record<string, unknown>>;
  }

  /** Returns the name of the panel's project, or null. */
  getPanelProjectName(): string | null {
    return this.subject.panel.projectName ?? this.connection.projectName;
  }

  /** Returns the name of the panel's workspace, or null. */
  getPanelWorkspace(): string | null {
    return this.subject.panel.workspace ?? this.connection.workspace;
  }
}
