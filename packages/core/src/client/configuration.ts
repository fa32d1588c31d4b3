import { RestApiException } from './errors.ts';
import { textArgument } from './given-argument.ts';

/** What a client needs to know; null is not set. */
export interface Configuration {
  readonly apiKey: string | null;
  /** Root address without a final slash: scheme, host and port only. */
  readonly url: string;
  readonly workspace: string | null;
  readonly projectName: string | null;
}

/** The settings by name. */
export type SettingName = 'api_key' | 'url_override' | 'workspace' | 'project_name';

/** One place that settings come from; asked in order, each setting by itself. */
export interface SettingSource {
  /** Told in messages: `environment`, a file's path. */
  readonly name: string;
  read(setting: SettingName): string | null;
}

/** Where a hosted account is, when nothing says otherwise. */
export const hostedUrl = 'https://www.comet.com';

/** Environment variables of a setting, ours first, then those that the Python SDK reads. */
export function environmentNames(setting: SettingName): readonly [string, string] {
  const name = setting.toUpperCase();
  return [`SERVICE_${name}`, `COMET_${name}`];
}

/** The environment, or a file in its form, as a source. */
export function environmentSource(
  env: Readonly<Record<string, string | undefined>>,
  name = 'environment',
): SettingSource {
  return {
    name,
    read: (setting) => {
      for (const variable of environmentNames(setting)) {
        const value = env[variable]?.trim();
        if (value) return value;
      }
      return null;
    },
  };
}

/** The root of an address: a path such as `/clientlib/` in it is not used for REST. */
export function rootOf(address: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch (cause) {
    const reason = `${JSON.stringify(address)} is not a web address`;
    throw RestApiException.from({ code: 'invalid', operation: 'API', reason, cause });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const reason = `${JSON.stringify(address)} is neither http nor https`;
    throw RestApiException.from({ code: 'invalid', operation: 'API', reason });
  }
  return url.origin;
}

/** A key `short*base64` carries an address of its own; more than one star makes it no key at all. */
export function readKey(text: string | null): { apiKey: string | null; baseUrl: string | null } {
  if (text !== null) textArgument('API', 'apiKey', text);
  const apiKey = text?.trim() || null;
  if (apiKey === null) return { apiKey: null, baseUrl: null };
  if (!/^[ -~]+$/.test(apiKey)) {
    const reason = 'the API key holds a character that no key has, such as a line break';
    throw RestApiException.from({ code: 'unauthorized', operation: 'API', reason, remedy: 'Copy the key anew' });
  }
  const [, encoded, more] = apiKey.split('*');
  if (more !== undefined) return { apiKey: null, baseUrl: null };
  if (encoded === undefined) return { apiKey, baseUrl: null };
  try {
    const said = JSON.parse(atob(encoded)) as { baseUrl?: unknown };
    return { apiKey, baseUrl: typeof said.baseUrl === 'string' ? said.baseUrl : null };
  } catch {
    return { apiKey, baseUrl: null };
  }
}

/** What the caller gave itself; it wins over every source. */
export interface GivenSettings {
  readonly apiKey?: string | undefined;
  readonly url?: string | undefined;
  readonly workspace?: string | undefined;
  readonly projectName?: string | undefined;
}

/** Resolves each setting by itself: a key from one file combines with a workspace from another. */
export function resolveConfiguration(given: GivenSettings, sources: readonly SettingSource[]): Configuration {
  const look = (setting: SettingName) => {
    for (const source of sources) {
      const value = source.read(setting);
      if (value !== null) return value;
    }
    return null;
  };
  const { apiKey, baseUrl } = readKey(given.apiKey ?? look('api_key'));
  return {
    apiKey,
    url: rootOf(given.url ?? look('url_override') ?? baseUrl ?? hostedUrl),
    workspace: given.workspace ?? look('workspace'),
    projectName: given.projectName ?? look('project_name'),
  };
}
