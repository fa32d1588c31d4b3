import type { TickTexts } from '@tracklens/core/charts';
import { countText, tickText } from '../text/number-text.ts';
import { momentTick, spanText } from '../text/time-text.ts';

/** Tick labels in the language of the host. */
export const tickTexts: TickTexts = { number: tickText, whole: countText, span: spanText, moment: momentTick };
