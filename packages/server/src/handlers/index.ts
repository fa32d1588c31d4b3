import type { Contract } from '@tracklens/core/contract';
import type { Handlers } from '../handler.ts';
import { account } from './account.ts';

/** The handlers by area; a row of the contract without one does not compile. */
export const areas = {
  account,
} satisfies Partial<{ [Area in keyof Contract]: Handlers<Area> }>;
