import { text as anyText, checkArgument } from './argument.ts';
import { RestApiException } from './errors.ts';

/** Resolved configuration of a client. Null means not set. */
export interface Configuration {
  /** API key. */
  readonly apiKey: string | null;
  /** Location of the key, for error messages, such as `the environment (SERVICE_API_KEY)`; null without a key. */
  readonly keyLocation: string | null;
  /** Root address without a trailing slash: scheme, host and port only. */
  readonly url: string;
  /** Default workspace. */
  readonly workspace: string | null;
  /** Default project. */
  readonly projectName: string | null;
}

/** Name of a setting. */
type SettingName = 'api_key' | 'url_override' | 'workspace' | 'project_name';

/** Value of a setting and where it was found. */
interface FoundSetting {
  readonly value: string;
  /** Location for error messages, such as `the environment (SERVICE_API_KEY)` or the path of a file. */
  readonly location: string;
}

/** Source of settings. Sources are read in order, separately for each setting. */
export interface SettingSource {
  /**
   * Whether the source is in the working folder. Such a folder may be a cloned repository, so its author controls
   * these settings. All other sources belong to the user who runs the program.
   */
  readonly isWorkingFolder: boolean;
  read(setting: SettingName): FoundSetting | null;
}

/** Default address: the hosted service. */
export const hostedUrl = 'https://www.comet.com';

/**
 * Returns the environment variables of a setting: the Tracklens name first, then the name that the Python SDK reads.
 */
function environmentNames(setting: SettingName): readonly [string, string] {
  const name = setting.toUpperCase();
  return [`SERVICE_${name}`, `COMET_${name}`];
}

/** Returns a source that reads environment variables, or a file with the same names. */
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
        if (value) return { value, location: `${name} (${variable})` };
      }
      return null;
    },
  };
}

/**
 * Returns the origin of an address. A path such as `/clientlib/` is ignored, since REST does not use it.
 *
 * @param location where the address was found, for the error message
 */
export function rootOf(address: string, location?: string): string {
  const invalidUrl = (problem: string, cause?: unknown) => {
    const reason = `${JSON.stringify(address)}${location === undefined ? '' : ` in ${location}`} is ${problem}`;
    const remedy = 'An address looks like http://127.0.0.1:5055/clientlib/';
    return RestApiException.of({ code: 'invalid', operation: 'API', reason, remedy, cause });
  };
  let url: URL;
  try {
    url = new URL(address);
  } catch (cause) {
    throw invalidUrl('not a web address', cause);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalidUrl('neither http nor https');
  return url.origin;
}

/**
 * Parses an API key. A key of the form `short*base64` contains an address. A key with more than one `*` is ignored.
 * @internal Exported for tests: tested for every form of a key without configuration files.
 */
export function readKey(text: string | null): { apiKey: string | null; baseUrl: string | null } {
  if (text !== null) checkArgument('API', 'apiKey', anyText, text);
  const apiKey = text?.trim() || null;
  if (apiKey === null) return { apiKey: null, baseUrl: null };
  if (!/^[ -~]+$/.test(apiKey)) {
    const reason = 'the API key contains an invalid character, such as a line break';
    throw RestApiException.of({ code: 'unauthorized', operation: 'API', reason, remedy: 'Copy the key again' });
  }
  const [, encoded, more] = apiKey.split('*');
  if (more !== undefined) return { apiKey: null, baseUrl: null };
  if (encoded === undefined) return { apiKey, baseUrl: null };
  try {
    const content = JSON.parse(atob(encoded)) as { baseUrl?: unknown };
    return { apiKey, baseUrl: typeof content.baseUrl === 'string' ? content.baseUrl : null };
  } catch {
    return { apiKey, baseUrl: null };
  }
}

/** Settings that the caller passes explicitly. They override every source. */
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

function argumentSource(settings: GivenSettings): SettingSource {
  return {
    isWorkingFolder: false,
    read: (setting) => {
      const value = settings[givenNames[setting]];
      return value === undefined ? null : { value, location: 'the argument' };
    },
  };
}

/** Setting with the source that it was found in. */
interface SourcedSetting extends FoundSetting {
  readonly source: SettingSource;
}

/** Returns the setting of the first source that has it. */
function firstWith(sources: readonly SettingSource[], setting: SettingName): SourcedSetting | null {
  for (const source of sources) {
    const found = source.read(setting);
    if (found !== null) return { ...found, source };
  }
  return null;
}

/** Returns whether a key is known, by other means than settings, to belong to the service at an address. */
export type KnowsKey = (apiKey: string, url: string) => boolean;

/**
 * Resolves each setting separately: a key from one file combines with a workspace from another. Only the key and the
 * address must belong together.
 *
 * @throws RestApiException `invalid` if the address is not valid, or if the key does not belong to it
 */
export function resolveConfiguration(
  settings: GivenSettings,
  sources: readonly SettingSource[],
  knowsKey: KnowsKey = () => false,
): Configuration {
  const all = [argumentSource(settings), ...sources];
  const value = (setting: SettingName) => firstWith(all, setting)?.value ?? null;
  const key = firstWith(all, 'api_key');
  const address = firstWith(all, 'url_override');
  const { apiKey, baseUrl } = readKey(key?.value ?? null);
  const url = address ? rootOf(address.value, address.location) : rootOf(baseUrl ?? hostedUrl);
  if (key !== null && apiKey !== null && address !== null && isForeign(key, address) && !knowsKey(apiKey, url)) {
    const outside = all.filter(({ isWorkingFolder }) => !isWorkingFolder);
    const withoutFolder = firstWith(outside, 'url_override')?.value ?? baseUrl ?? hostedUrl;
    const ownAddresses = [key.source.read('url_override')?.value, baseUrl, withoutFolder];
    if (!ownAddresses.some((own) => own && URL.parse(own)?.origin === url)) throw foreignKeyError(key, address, url);
  }
  const keyLocation = apiKey === null ? null : (key?.location ?? null);
  return { apiKey, keyLocation, url, workspace: value('workspace'), projectName: value('project_name') };
}

/** Returns whether a key is from outside the working folder, and the address is set by it. */
function isForeign(key: SourcedSetting, address: SourcedSetting): boolean {
  return address.source.isWorkingFolder && !key.source.isWorkingFolder;
}

/**
 * Returns the error for a key from outside the working folder and an address set by the working folder. Such a key is
 * sent only to the address used without the folder, the address set next to the key, or the address inside the key.
 * Otherwise a cloned repository could have the key sent anywhere.
 */
function foreignKeyError(key: FoundSetting, address: FoundSetting, url: string): RestApiException {
  const reason = `the API key from ${key.location} is not sent to ${url}: that address is set by the working folder, in ${address.location}`;
  const remedy =
    'If you trust the address, set it in the same place as the key, or set a key for it in the working folder. ' +
    `Otherwise remove it from ${address.location}`;
  return RestApiException.of({ code: 'invalid', operation: 'API', reason, remedy });
}
