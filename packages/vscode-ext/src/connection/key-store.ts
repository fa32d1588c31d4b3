import type { Disposable, SecretStorage } from 'vscode';

/**
 * API keys, one per service URL, stored only in the editor's secret storage. A key belongs to the URL it was verified
 * with: when the setting changes to another URL, the key is not sent there.
 */
export class KeyStore {
  readonly #secrets: SecretStorage;
  /** Keys that this window has read or written last, by URL; null where there was none. */
  readonly #known = new Map<string, string | null>();

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  /** Returns the key stored for a URL, or null. */
  async read(url: string): Promise<string | null> {
    const apiKey = (await this.#secrets.get(secretName(url))) ?? null;
    this.#known.set(url, apiKey);
    return apiKey;
  }

  async save(url: string, apiKey: string): Promise<void> {
    this.#known.set(url, apiKey);
    await this.#secrets.store(secretName(url), apiKey);
  }

  async forget(url: string): Promise<void> {
    this.#known.set(url, null);
    await this.#secrets.delete(secretName(url));
  }

  /** Calls `listener` with its URL when another window has replaced or deleted a key that this window has read. */
  onDidChange(listener: (url: string) => void): Disposable {
    return this.#secrets.onDidChange(async ({ key: name }) => {
      const url = name.startsWith(prefix) ? name.slice(prefix.length) : '';
      const before = this.#known.get(url);
      if (before === undefined) return;
      // A storage that cannot be read is reported by the next attempt to connect.
      if ((await this.read(url).catch(() => before)) !== before) listener(url);
    });
  }
}

const prefix = 'tracklens.apiKey ';

const secretName = (url: string): string => `${prefix}${url}`;
