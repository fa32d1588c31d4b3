import type { Contract } from '@tracklens/core/contract';
import { account } from './account.ts';
import { artifacts } from './artifacts.ts';
import { assets } from './assets.ts';
import { experiments } from './experiments.ts';
import type { Handlers } from './handler.ts';
import { logging } from './logging.ts';
import { metrics } from './metrics.ts';
import { projects } from './projects.ts';
import { query } from './query.ts';
import { registry } from './registry.ts';
import { system } from './system.ts';

/** Handlers by area; an endpoint of the contract without one is a compile error. */
export const areas = {
  account,
  projects,
  experiments,
  metrics,
  assets,
  system,
  artifacts,
  registry,
  query,
  logging,
} satisfies { [Area in keyof Contract]: Handlers<Area> };
