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

/** Settings files of a folder, ours before those of the Python SDK. */
const fileNames = ['.service.config', '.comet.config'];
const sectionNames = ['service', 'comet'];

interface IniPlace {
  readonly path: string;
  readonly isWorkingFolder: boolean;
  /** The variable that names the file, which then has to be there. */
  readonly namedBy?: string;
}

function iniSource({ path, isWorkingFolder, namedBy }: IniPlace): SettingSource[] {
  const text = settingsText(path, namedBy);
  if (text === null) return [];
  const sections = iniSections(text, path);
  return [
    {
      isWorkingFolder,
      read: (setting) => {
        for (const name of sectionNames) {
          const value = sections[name]?.[setting];
          if (typeof value === 'string' && value.trim() !== '') return { value: value.trim(), place: path };
        }
        return null;
      },
    },
  ];
}

const folderSources = (folder: string, isWorkingFolder: boolean) =>
  fileNames.flatMap((name) => iniSource({ path: join(folder, name), isWorkingFolder }));

/**
 * The sources of a file, or a folder that holds one, named by the environment. A relative path names whatever the working folder has
 * there, so that it counts as the folder's; without a working folder it names nothing.
 */
function namedSources({ env, homeFolder, workingFolder }: Required<ConfigurationPlaces>, isForeign: boolean) {
  const namedBy = ['SERVICE_CONFIG', 'COMET_CONFIG'].find((name) => env[name]);
  if (namedBy === undefined) return [];
  const named = env[namedBy]!.replace(/^~(?=$|[/\\])/, () => homeFolder);
  if (!isAbsolute(named) && workingFolder === null) return [];
  const isWorkingFolder = isForeign && !isAbsolute(named);
  const path = resolve(workingFolder ?? homeFolder, named);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return folderSources(path, isWorkingFolder);
  return iniSource({ path, isWorkingFolder, namedBy });
}

/** Whether the working folder may be somebody else's: in the home folder people read their own settings. */
function isForeignFolder(workingFolder: string, homeFolder: string): boolean {
  try {
    return realpathSync(workingFolder) !== realpathSync(homeFolder);
  } catch {
    return true;
  }
}

/** Where settings are looked for. */
export interface ConfigurationPlaces {
  /** Default: the process's own; null looks into none. */
  readonly workingFolder?: string | null;
  /** Default: the user's home. */
  readonly homeFolder?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The sources in the order of their weight: environment, `.env`, the file it names, the working folder, home. */
function settingSources(places: Required<ConfigurationPlaces>): SettingSource[] {
  const { env, homeFolder, workingFolder } = places;
  const isForeign = workingFolder !== null && isForeignFolder(workingFolder, homeFolder);
  const dotEnvPath = workingFolder === null ? null : join(workingFolder, '.env');
  const dotEnv = dotEnvPath === null ? null : settingsText(dotEnvPath);
  return [
    environmentSource(env),
    ...(dotEnv === null ? [] : [environmentSource(parseEnv(dotEnv), dotEnvPath!, isForeign)]),
    ...namedSources(places, isForeign),
    ...(workingFolder === null ? [] : folderSources(workingFolder, isForeign)),
    ...folderSources(homeFolder, false),
  ];
}

/**
 * The configuration of this process: what is given wins, then the environment (`SERVICE_API_KEY`, `SERVICE_URL_OVERRIDE`,
 * `SERVICE_WORKSPACE`, `SERVICE_PROJECT_NAME`, or the same with `COMET_`), then files (section 5 of the interface).
 *
 * @throws RestApiException `invalid` when the address is not one, a settings file cannot be understood, or the working folder sets an
 * address that the key from elsewhere does not belong to
 */
export function readConfiguration(places: ConfigurationPlaces = {}, given: GivenSettings = {}): Configuration {
  const env = places.env ?? process.env;
  const homeFolder = places.homeFolder ?? homedir();
  const workingFolder = places.workingFolder === undefined ? process.cwd() : places.workingFolder;
  return resolveConfiguration(given, settingSources({ env, homeFolder, workingFolder }), (apiKey, url) => {
    const local = localService(env, homeFolder);
    return local?.url === url && local.apiKey === apiKey;
  });
}
