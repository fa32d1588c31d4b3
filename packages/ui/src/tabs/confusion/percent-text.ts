import { numberText } from '../../text/number-text.ts';

/** Formats a share as a percentage; a dash for null. */
export const percentText = (share: number | null): string =>
  share === null ? '–' : `${numberText(Math.round(share * 1000) / 10)} %`;
