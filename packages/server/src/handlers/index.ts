import type { Contract } from '@tracklens/core/contract';
import type { Handlers } from '../handler.ts';
import { account } from './account.ts';
import { artifacts } from './artifacts.ts';
import { assets } from './assets.ts';
import { query } from './query.ts';
import { registry } from './registry.ts';

/** The handlers by area; a row of the contract without one does not compile. */
export const areas = {
  account,
  assets,
  artifacts,
  registry,
  query,
} satisfies Partial<{ [Area in keyof Contract]: Handlers<Area> }>;
