import { curveOf } from '@tracklens/core/contract';
import { jsonOf } from '../assets/json-value.ts';

/** Parses a curve from its file; null for other content. */
export const curveOfBytes = (bytes: Uint8Array) => curveOf(jsonOf(bytes));
