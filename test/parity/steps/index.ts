import type { Step } from '../step.ts';
import { accountSteps } from './account.ts';
import { artifactSteps } from './artifacts.ts';
import { assetSteps } from './assets.ts';
import { beyondSteps } from './beyond.ts';
import { cachingSteps } from './caching.ts';
import { emptySteps } from './empty.ts';
import { experimentSteps } from './experiments.ts';
import { loggingSteps } from './logging.ts';
import { oddNameSteps } from './odd-names.ts';
import { projectSteps } from './projects.ts';
import { querySteps } from './queries.ts';
import { registrySteps } from './registry.ts';

/** All steps by area, in the order in which both sides execute them. Later steps read what earlier ones wrote. */
export const areas: Readonly<Record<string, readonly Step[]>> = {
  account: accountSteps,
  projects: projectSteps,
  experiments: experimentSteps,
  logging: loggingSteps,
  assets: assetSteps,
  artifacts: artifactSteps,
  registry: registrySteps,
  queries: querySteps,
  caching: cachingSteps,
  'odd names': oddNameSteps,
  'nothing there': emptySteps,
  'beyond the interface': beyondSteps,
};
