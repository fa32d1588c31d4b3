import { RestApiException } from './errors.ts';
import { textArgument } from './validate-arguments.ts';

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

/** A value of a setting and where it was found. */
export interface FoundSetting {
  readonly value: string;
  /** Named in messages: `the environment (SERVICE_API_KEY)`, the path of a file. */
  readonly place: string;
}

/** One place that settings come from; asked in order, each setting by itself. */
export interface SettingSource {
  /**
   * Whether it lies in the working folder. Whoever wrote that folder wrote these settings: it may be a cloned repository, while all
   * other sources belong to the person who runs the program.
   */
  readonly isWorkingFolder: boolean;
  read(setting: SettingName): FoundSetting | null;
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
  name = 'the environment',
  isWorkingFolder = false,
): SettingSource {
  return {
    isWorkingFolder,
    read: (setting) => {
      for (const variable of environmentNames(setting)) {
        const value = env[variable]?.trim();
        if (value) return { value, place: `${name} (${variable})` };
      }
      return null;
    },
  };
}

/**
 * The root of an address: a path such as `/clientlib/` in it is not used for REST.
 *
 * @param place where the address was found, for the message
 */
export function rootOf(address: string, place?: string): string {
  const refusal = (problem: string, cause?: unknown) => {
    const reason = `${JSON.stringify(address)}${place === undefined ? '' : ` in ${place}`} is ${problem}`;
    const remedy = 'An address looks like http://127.0.0.1:5055/clientlib/';
    return RestApiException.from({ code: 'invalid', operation: 'API', reason, remedy, cause });
  };
  let url: URL;
  try {
    url = new URL(address);
  } catch (cause) {
    throw refusal('not a web address', cause);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal('neither http nor https');
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

const givenNames = {
  api_key: 'apiKey',
  url_override: 'url',
  workspace: 'workspace',
  project_name: 'projectName',
} as const satisfies Record<SettingName, keyof GivenSettings>;

function argumentSource(given: GivenSettings): SettingSource {
  return {
    isWorkingFolder: false,
    read: (setting) => {
      const value = given[givenNames[setting]];
      return value === undefined ? null : { value, place: 'the argument' };
    },
  };
}

/** The first source that has a setting, with what it says. */
function firstWith(sources: readonly SettingSource[], setting: SettingName) {
  for (const source of sources) {
    const found = source.read(setting);
    if (found !== null) return { ...found, source };
  }
  return null;
}

/** Whether a key is that of the service at an address, as far as something other than settings knows. */
export type KnowsKey = (apiKey: string, url: string) => boolean;

/**
 * Resolves each setting by itself: a key from one file combines with a workspace from another. Only a key and an address must belong
 * together (`keyRefusal`).
 *
 * @throws RestApiException `invalid` when the address is not one, or the key does not belong to it
 */
export function resolveConfiguration(
  given: GivenSettings,
  sources: readonly SettingSource[],
  knowsKey: KnowsKey = () => false,
): Configuration {
  const all = [argumentSource(given), ...sources];
  const value = (setting: SettingName) => firstWith(all, setting)?.value ?? null;
  const key = firstWith(all, 'api_key');
  const address = firstWith(all, 'url_override');
  const { apiKey, baseUrl } = readKey(key?.value ?? null);
  const url = address ? rootOf(address.value, address.place) : rootOf(baseUrl ?? hostedUrl);
  if (apiKey !== null && address?.source.isWorkingFolder && !key!.source.isWorkingFolder && !knowsKey(apiKey, url)) {
    const outside = all.filter(({ isWorkingFolder }) => !isWorkingFolder);
    const withoutFolder = firstWith(outside, 'url_override')?.value ?? baseUrl ?? hostedUrl;
    const ownAddresses = [key!.source.read('url_override')?.value, baseUrl, withoutFolder];
    if (!ownAddresses.some((own) => own && URL.canParse(own) && new URL(own).origin === url))
      throw keyRefusal(key!, address, url);
  }
  return { apiKey, url, workspace: value('workspace'), projectName: value('project_name') };
}

/**
 * The refusal of a key from outside of the working folder for an address that the folder sets. Such a key goes only where it goes
 * without the folder, to the address set next to it, or to the one inside it: otherwise a cloned repository could have it sent
 * anywhere.
 */
function keyRefusal(key: FoundSetting, address: FoundSetting, url: string): RestApiException {
  const reason = `the API key from ${key.place} is not sent to ${url}: that address is set by the working folder, in ${address.place}`;
  const remedy =
    'If you trust the address, set it in the same place as the key, or set a key for it in the working folder. ' +
    `Otherwise remove it from ${address.place}`;
  return RestApiException.from({ code: 'invalid', operation: 'API', reason, remedy });
}
