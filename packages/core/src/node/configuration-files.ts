import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { parseEnv } from 'node:util';
import {
  type Configuration,
  environmentSource,
  type GivenSettings,
  resolveConfiguration,
  type SettingSource,
} from '../client/configuration.ts';
import { type LocalService, localService } from './local-service.ts';
import { iniSections, outsideError, settingsText } from './settings-text.ts';

/** Names of the settings files in a folder. Our own has precedence over that of the Python SDK. */
const fileNames = ['.service.config', '.comet.config'];
const sectionNames = ['service', 'comet'];

/**
 * Working folder that may be controlled by someone else, such as a cloned repository; null for the files of the user,
 * who may link to anything.
 */
type ForeignFolder = string | null;

/** Returns whether a file, or the target of a link, is outside of a folder. True when that cannot be found out. */
function isOutside(path: string, folder: string): boolean {
  try {
    const inside = relative(realpathSync(folder), realpathSync(path));
    return isAbsolute(inside) || inside.split(sep)[0] === '..';
  } catch {
    return true;
  }
}

/**
 * Returns the source of a settings file. The settings of a foreign folder must be inside of it: otherwise a repository
 * with a link to the user's own file would pass the user's key off as a key of the folder.
 */
function fileSource(path: string, folder: ForeignFolder, settings: Pick<SettingSource, 'read'>): SettingSource {
  const rejected = folder !== null && isOutside(path, folder);
  return {
    isWorkingFolder: folder !== null,
    read: (setting) => {
      const found = settings.read(setting);
      if (found !== null && rejected) throw outsideError(path);
      return found;
    },
  };
}

/** `namedBy` is the environment variable that names the file, which must then exist. */
function iniSource(path: string, folder: ForeignFolder, namedBy?: string): SettingSource[] {
  const text = settingsText(path, namedBy);
  if (text === null) return [];
  const sections = iniSections(text, path);
  const read: SettingSource['read'] = (setting) => {
    for (const name of sectionNames) {
      const value = sections[name]?.[setting];
      if (typeof value === 'string' && value.trim() !== '') return { value: value.trim(), location: path };
    }
    return null;
  };
  return [fileSource(path, folder, { read })];
}

const folderSources = (path: string, folder: ForeignFolder) =>
  fileNames.flatMap((name) => iniSource(join(path, name), folder));

function dotEnvSource(path: string, folder: ForeignFolder): SettingSource[] {
  const text = settingsText(path);
  return text === null ? [] : [fileSource(path, folder, environmentSource(parseEnv(text), path))];
}

/** Returns whether a path is a folder. False when that cannot be found out. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Returns the sources of the file or folder named by an environment variable. A relative path depends on the working
 * folder, so its settings are treated as the working folder's. Without a working folder it is ignored.
 */
function namedSources({ env, homeFolder, workingFolder }: Required<ConfigurationPaths>, foreign: ForeignFolder) {
  const namedBy = ['SERVICE_CONFIG', 'COMET_CONFIG'].find((name) => env[name]);
  if (namedBy === undefined) return [];
  const named = env[namedBy]!.replace(/^~(?=$|[/\\])/, () => homeFolder);
  if (!isAbsolute(named) && workingFolder === null) return [];
  const folder = isAbsolute(named) ? null : foreign;
  const path = resolve(workingFolder ?? homeFolder, named);
  return isFolder(path) ? folderSources(path, folder) : iniSource(path, folder, namedBy);
}

/** Returns whether the working folder may be controlled by someone else. The home folder is not. */
function isForeignFolder(workingFolder: string, homeFolder: string): boolean {
  try {
    return realpathSync(workingFolder) !== realpathSync(homeFolder);
  } catch {
    return true;
  }
}

/** Locations that are searched for settings. */
export interface ConfigurationPaths {
  /** Default: the working folder of the process. Null: none. */
  readonly workingFolder?: string | null;
  /** Default: the home folder of the user. */
  readonly homeFolder?: string;
  /** Environment variables. Default: those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the sources by precedence: environment, `.env`, the file named by the environment, the working folder,
 * home.
 */
function settingSources(paths: Required<ConfigurationPaths>): SettingSource[] {
  const { env, homeFolder, workingFolder } = paths;
  const foreign = workingFolder !== null && isForeignFolder(workingFolder, homeFolder) ? workingFolder : null;
  return [
    environmentSource(env),
    ...(workingFolder === null ? [] : dotEnvSource(join(workingFolder, '.env'), foreign)),
    ...namedSources(paths, foreign),
    ...(workingFolder === null ? [] : folderSources(workingFolder, foreign)),
    ...folderSources(homeFolder, null),
  ];
}

/** Configuration of this process. */
interface FoundConfiguration {
  readonly configuration: Configuration;
  /** Local service because of whose published address the key is sent to the address of the working folder. */
  readonly published: LocalService | null;
}

/** Finds the configuration of this process, like `readConfiguration`. */
export function findConfiguration(paths: ConfigurationPaths = {}, settings: GivenSettings = {}): FoundConfiguration {
  const env = paths.env ?? process.env;
  const homeFolder = paths.homeFolder ?? homedir();
  const workingFolder = paths.workingFolder === undefined ? process.cwd() : paths.workingFolder;
  let published: LocalService | null = null;
  const sources = settingSources({ env, homeFolder, workingFolder });
  const configuration = resolveConfiguration(settings, sources, (apiKey, url) => {
    const local = localService(env, homeFolder);
    if (local?.url === url && local.apiKey === apiKey) published = local;
    return published !== null;
  });
  return { configuration, published };
}

/**
 * Reads the configuration of this process. Given values have precedence over the environment (`SERVICE_API_KEY`,
 * `SERVICE_URL_OVERRIDE`, `SERVICE_WORKSPACE`, `SERVICE_PROJECT_NAME`, or the same with `COMET_`), and that over
 * files.
 *
 * @throws RestApiException `invalid` when the URL is invalid, a settings file cannot be parsed, the working folder
 * sets a URL that does not belong to a key from another source, or one of its settings files is outside of it
 */
export function readConfiguration(paths: ConfigurationPaths = {}, settings: GivenSettings = {}): Configuration {
  return findConfiguration(paths, settings).configuration;
}
