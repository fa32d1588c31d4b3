import { type AnyEndpoint, type CacheTag, endpointName, endpointOf } from '../contract/index.ts';
import { type BufferedResponse, bufferResponse, replay, sharedKey } from './deduplication.ts';
import { cancelled } from './errors.ts';
import type { Transport, WireRequest, WireResponse } from './transport.ts';

interface Entry {
  readonly response: BufferedResponse;
  readonly endpoint: AnyEndpoint;
  readonly experimentKey: string | undefined;
}

/** Maximum total size of the cached responses in bytes. The least recently used ones are evicted first. */
const defaultLimitBytes = 32 * 1024 * 1024;

/** Options of a `ResponseCache`. */
export interface ResponseCacheOptions {
  /** Whether the cache is in use. Default: true. */
  readonly enabled?: boolean;
  /** Maximum total size of the cached responses in bytes. Default: 32 MiB. */
  readonly limitBytes?: number;
}

/**
 * In-memory cache of responses. Each `API` has its own. Nothing expires by time: a change made through the same `API`
 * removes the responses that it makes stale. `clear` is for changes made elsewhere.
 */
export class ResponseCache {
  /** Whether responses are stored and served from the cache. */
  enabled: boolean;
  private readonly chosen = new Map<string, boolean>();
  private readonly entries = new Map<string, Entry>();
  private readonly limitBytes: number;
  private bytes = 0;
  /** Incremented by every change, so that a read that started before the change is not cached after it. */
  private generation = 0;
  /** Numbers of changes of experiments by key. Changes that may concern any experiment are under `undefined`. */
  private readonly changes = new Map<string | undefined, number>();

  constructor({ enabled = true, limitBytes = defaultLimitBytes }: ResponseCacheOptions = {}) {
    this.enabled = enabled;
    this.limitBytes = limitBytes;
  }

  /** Removes all responses. */
  clear(): void {
    this.generation++;
    this.entries.clear();
    this.bytes = 0;
    this.countChange(undefined);
  }

  /** @internal Returns a number that grows with each change after which metadata of an experiment is stale. */
  changesOf(experimentKey: string): number {
    return (this.changes.get(experimentKey) ?? 0) + (this.changes.get(undefined) ?? 0);
  }

  /** Turns caching on or off for endpoints by name, such as `experiments` and `projects`. */
  setCached(names: readonly string[], isCached: boolean): void {
    for (const name of names) {
      this.chosen.set(name, isCached);
      if (!isCached) this.drop(({ endpoint }) => endpointName(endpoint) === name);
    }
  }

  /** Returns a transport that looks in this cache before it sends a request. */
  before(transport: Transport): Transport {
    return {
      send: (request, signal) => {
        const endpoint = endpointOf(request.method, request.path);
        if (endpoint?.effect === 'write') return this.sendWrite(transport, endpoint, request, signal);
        if (endpoint === null || !this.enabled) return transport.send(request, signal);
        const key = (this.chosen.get(endpointName(endpoint)) ?? endpoint.cached) ? sharedKey(request) : null;
        if (key === null) return transport.send(request, signal);
        return this.sendRead(transport, { key, endpoint }, request, signal);
      },
    };
  }

  private async sendWrite(
    transport: Transport,
    { invalidates }: AnyEndpoint,
    request: WireRequest,
    signal: AbortSignal | undefined,
  ): Promise<WireResponse> {
    const experimentKey = request.experimentKey ?? fieldOf(request, 'experimentKey');
    this.makeStale(invalidates, experimentKey);
    try {
      return await transport.send(request, signal);
    } finally {
      this.makeStale(invalidates, experimentKey);
    }
  }

  private async sendRead(
    transport: Transport,
    { key, endpoint }: { key: string; endpoint: AnyEndpoint },
    request: WireRequest,
    signal: AbortSignal | undefined,
  ): Promise<WireResponse> {
    const found = this.entries.get(key);
    if (found !== undefined) {
      if (signal?.aborted) throw cancelled(signal.reason);
      this.entries.delete(key);
      this.entries.set(key, found);
      return replay(found.response);
    }
    const { generation } = this;
    const response = await transport.send(request, signal);
    if (response.status !== 200) return response;
    const buffered = await bufferResponse(response);
    if (generation === this.generation) {
      this.store(key, { response: buffered, endpoint, experimentKey: fieldOf(request, 'experimentKey') });
    }
    return replay(buffered);
  }

  private store(key: string, entry: Entry): void {
    const size = entry.response.bytes.byteLength;
    if (size > this.limitBytes / 4) return;
    this.bytes -= this.entries.get(key)?.response.bytes.byteLength ?? 0;
    this.entries.delete(key);
    this.entries.set(key, entry);
    this.bytes += size;
    for (const [oldest, { response }] of this.entries) {
      if (this.bytes <= this.limitBytes) break;
      this.entries.delete(oldest);
      this.bytes -= response.bytes.byteLength;
    }
  }

  private makeStale(invalidates: readonly CacheTag[], experimentKey: string | undefined): void {
    this.generation++;
    if (invalidates.includes('experiments')) this.countChange(experimentKey);
    this.drop(
      (entry) =>
        entry.endpoint.reads.some((tag) => invalidates.includes(tag)) &&
        (experimentKey === undefined || entry.experimentKey === undefined || entry.experimentKey === experimentKey),
    );
  }

  private countChange(experimentKey: string | undefined): void {
    this.changes.set(experimentKey, (this.changes.get(experimentKey) ?? 0) + 1);
  }

  private drop(isStale: (entry: Entry) => boolean): void {
    for (const [key, entry] of this.entries) {
      if (!isStale(entry)) continue;
      this.entries.delete(key);
      this.bytes -= entry.response.bytes.byteLength;
    }
  }
}

function fieldOf(request: WireRequest, name: string): string | undefined {
  return request.query.find(([field]) => field === name)?.[1];
}
