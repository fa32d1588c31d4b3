import type { QueryDescription, QueryError } from '@tracklens/core/query';
import { coreText, type Translate } from '../text/translate.ts';

/** Returns the error of a query and its remedy in one line, in the language of the user. */
export const errorText = ({ message, remedy = '' }: QueryError, t: Translate): string =>
  joined(t, '; ', message, remedy);

/** Returns the meaning of a word of a query, with the type of its values, in the language of the user. */
export const descriptionText = ({ text, type = '' }: QueryDescription, t: Translate): string =>
  joined(t, ', ', text, type);

const joined = (t: Translate, separator: string, ...texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .map((text) => coreText(t, text))
    .join(separator);
