import type { TranslationBundle } from '@jupyterlab/translation';
import type { PluralTranslate } from '@tracklens/ui';

/**
 * Returns the translation of JupyterLab. Without values, a sentence has no placeholders: it may be a message with a
 * path such as `100%20done`.
 */
export function labTranslation(bundle: TranslationBundle): PluralTranslate {
  return Object.assign(
    (sentence: string, ...values: (string | number)[]) =>
      values.length === 0 && /%[\d%]/.test(sentence) ? sentence : bundle.__(sentence, ...values),
    {
      plural: (one: string, other: string, count: number) => bundle._n(one, other, count),
    },
  );
}
