import { numberText } from '../../text/number-text.ts';

/** A share as a reader expects it; a dash where there is none. */
export const percentText = (share: number | null): string =>
  share === null ? '–' : `${numberText(Math.round(share * 1000) / 10)} %`;
