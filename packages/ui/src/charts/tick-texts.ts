import { spanLabel, type TickTexts } from '@tracklens/core/charts';
import { countText, numberText, tickText } from '../text/number-text.ts';
import { momentTick } from '../text/time-text.ts';

/** Tick labels in the language of the host. */
export const tickTexts: TickTexts = {
  number: tickText,
  whole: countText,
  span: (millis, distance = Number.POSITIVE_INFINITY) => spanLabel(millis, distance, (value) => numberText(value, 15)),
  moment: momentTick,
};
