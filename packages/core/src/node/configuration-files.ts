import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import {
  type Configuration,
  environmentSource,
  type GivenSettings,
  resolveConfiguration,
  type SettingSource,
} from '../client/configuration.ts';
import { localService } from './local-service.ts';
import { iniSections, settingsText } from './settings-text.ts';

/** Names of the settings files in a folder. Our own has precedence over that of the Python SDK. */
const fileNames = ['.service.config', '.comet.config'];
const sectionNames = ['service', 'comet'];

interface IniFile {
  readonly path: string;
  readonly isWorkingFolder: boolean;
  /** Environment variable that names the file. If set, the file must exist. */
  readonly namedBy?: string;
}

function iniSource({ path, isWorkingFolder, namedBy }: IniFile): SettingSource[] {
  const text = settingsText(path, namedBy);
  if (text === null) return [];
  const sections = iniSections(text, path);
  return [
    {
      isWorkingFolder,
      read: (setting) => {
        for (const name of sectionNames) {
          const value = sections[name]?.[setting];
          if (typeof value === 'string' && value.trim() !== '') return { value: value.trim(), location: path };
        }
        return null;
      },
    },
  ];
}

const folderSources = (folder: string, isWorkingFolder: boolean) =>
  fileNames.flatMap((name) => iniSource({ path: join(folder, name), isWorkingFolder }));

/**
 * Returns the sources of the file or folder named by an environment variable. A relative path depends on the working
 * folder, so its settings are treated as the working folder's. Without a working folder it is ignored.
 */
function namedSources({ env, homeFolder, workingFolder }: Required<ConfigurationPaths>, isForeign: boolean) {
  const namedBy = ['SERVICE_CONFIG', 'COMET_CONFIG'].find((name) => env[name]);
  if (namedBy === undefined) return [];
  const named = env[namedBy]!.replace(/^~(?=$|[/\\])/, () => homeFolder);
  if (!isAbsolute(named) && workingFolder === null) return [];
  const isWorkingFolder = isForeign && !isAbsolute(named);
  const path = resolve(workingFolder ?? homeFolder, named);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return folderSources(path, isWorkingFolder);
  return iniSource({ path, isWorkingFolder, namedBy });
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
  const isForeign = workingFolder !== null && isForeignFolder(workingFolder, homeFolder);
  const dotEnvPath = workingFolder === null ? null : join(workingFolder, '.env');
  const dotEnv = dotEnvPath === null ? null : settingsText(dotEnvPath);
  return [
    environmentSource(env),
    ...(dotEnv === null ? [] : [environmentSource(parseEnv(dotEnv), dotEnvPath!, isForeign)]),
    ...namedSources(paths, isForeign),
    ...(workingFolder === null ? [] : folderSources(workingFolder, isForeign)),
    ...folderSources(homeFolder, false),
  ];
}

/**
 * Reads the configuration of this process. Given values have precedence over the environment (`SERVICE_API_KEY`,
 * `SERVICE_URL_OVERRIDE`, `SERVICE_WORKSPACE`, `SERVICE_PROJECT_NAME`, or the same with `COMET_`), and that over
 * files.
 *
 * @throws RestApiException `invalid` when the URL is invalid, a settings file cannot be parsed, or the working folder
 * sets a URL that does not belong to a key from another source
 */
export function readConfiguration(paths: ConfigurationPaths = {}, given: GivenSettings = {}): Configuration {
  const env = paths.env ?? process.env;
  const homeFolder = paths.homeFolder ?? homedir();
  const workingFolder = paths.workingFolder === undefined ? process.cwd() : paths.workingFolder;
  return resolveConfiguration(given, settingSources({ env, homeFolder, workingFolder }), (apiKey, url) => {
    const local = localService(env, homeFolder);
    return local?.url === url && local.apiKey === apiKey;
  });
}
