import type { SecretStorage } from 'vscode';

/**
 * The API keys, one for each service address, in the editor's secret storage and nowhere else. A key belongs to the
 * address it was checked with: when the setting names another address, that service never sees it.
 */
export class KeyStore {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  /** The key kept for an address, or null. */
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
