import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse as parseIni } from 'ini';
import {
  type Configuration,
  environmentSource,
  type GivenSettings,
  resolveConfiguration,
  type SettingSource,
} from '../client/configuration.ts';

/** Files of settings, ours before those of the Python SDK, each with its section. */
const files = [
  ['.service.config', 'service'],
  ['.comet.config', 'comet'],
] as const;

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Absent, or not ours to read: another source may have it.
    return null;
  }
}

function iniSource(path: string, section: string): SettingSource[] {
  const text = textOf(path);
  if (text === null) return [];
  const found = (parseIni(text)[section] ?? {}) as Record<string, unknown>;
  return [
    {
      name: path,
      read: (setting) => {
        const value = found[setting];
        return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
      },
    },
  ];
}

const folderSources = (folder: string) => files.flatMap(([name, section]) => iniSource(join(folder, name), section));

/** A file, or a folder that holds one, named by the environment. */
function namedSources(path: string | undefined): SettingSource[] {
  if (!path) return [];
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return folderSources(path);
  return files.flatMap(([, section]) => iniSource(path, section));
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
export function settingSources(places: ConfigurationPlaces = {}): SettingSource[] {
  const env = places.env ?? process.env;
  const workingFolder = places.workingFolder === undefined ? process.cwd() : places.workingFolder;
  const dotEnv = workingFolder === null ? null : textOf(join(workingFolder, '.env'));
  return [
    environmentSource(env),
    ...(dotEnv === null ? [] : [environmentSource(parseEnv(dotEnv), join(workingFolder!, '.env'))]),
    ...namedSources(env.SERVICE_CONFIG ?? env.COMET_CONFIG),
    ...(workingFolder === null ? [] : folderSources(workingFolder)),
    ...folderSources(places.homeFolder ?? homedir()),
  ];
}

/**
 * The configuration of this process: what is given wins, then the environment (`SERVICE_API_KEY`, `SERVICE_URL_OVERRIDE`,
 * `SERVICE_WORKSPACE`, `SERVICE_PROJECT_NAME`, or the same with `COMET_`), then files (section 5 of the interface).
 *
 * @throws RestApiException when the address is not one.
 */
export function readConfiguration(places: ConfigurationPlaces = {}, given: GivenSettings = {}): Configuration {
  return resolveConfiguration(given, settingSources(places));
}
