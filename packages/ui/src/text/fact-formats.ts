import type { FactFormats } from '@tracklens/core/display';
import { numberText } from './number-text.ts';
import { sizeText } from './size-text.ts';

/** Formats of the details of a machine. */
export const factFormats: FactFormats = { number: numberText, size: sizeText };
