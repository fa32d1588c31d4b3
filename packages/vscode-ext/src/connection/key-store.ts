import type { SecretStorage } from 'vscode';

/**
 * API keys, one per service URL, stored only in the editor's secret storage. A key belongs to the URL it was verified
 * with: when the setting changes to another URL, the key is not sent there.
 */
export class KeyStore {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  /** Returns the key stored for a URL, or null. */
  async read(url: string): Promise<string | null> {
    return (await this.#secrets.get(secretName(url))) ?? null;
  }

  async save(url: string, apiKey: string): Promise<void> {
    await this.#secrets.store(secretName(url), apiKey);
  }

  async forget(url: string): Promise<void> {
    await this.#secrets.delete(secretName(url));
  }
}

function secretName(url: string): string {
  return `tracklens.apiKey ${url}`;
}
