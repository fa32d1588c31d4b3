import { createContext, useContext } from 'react';
import { english, type Translate } from '../text/translate.ts';

/** Translation of the texts of a view, a tree or a query panel; English without a provider. */
export const TranslateContext = createContext<Translate>(english);

/** Returns the translation of the enclosing view, tree or query panel; the same one as long as its language is. */
export function useTranslate(): Translate {
  return useContext(TranslateContext);
}
