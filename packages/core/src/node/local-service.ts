import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { rootOf } from '../client/configuration.ts';
import { isLoopback } from '../client/loopback.ts';

/** A local service that runs on this machine, as its data folder tells. */
export interface LocalService {
  readonly url: string;
  readonly apiKey: string;
}

/** The local service of this user that runs now, or null. Its key goes to no address but a loopback one. */
export function localService(
  env: Readonly<Record<string, string | undefined>> = process.env,
  homeFolder = homedir(),
): LocalService | null {
  const folder = env.TRACKLENS_DATA || join(homeFolder, '.tracklens');
  try {
    const said = JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8')) as { url: string };
    const apiKey = readFileSync(join(folder, 'api-key'), 'utf8').trim();
    const url = rootOf(said.url);
    return apiKey !== '' && isLoopback(new URL(url).hostname) ? { url, apiKey } : null;
  } catch {
    // None runs, or its folder is not this user's to read.
    return null;
  }
}
