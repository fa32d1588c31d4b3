/**
 * The language in which numbers and dates are written, with western digits: letters and marks of other digits do not stand in
 * axes and exponents. It is one for all views of a page, as a page has one reader; in a process without a page it is English until told.
 */
let locale = (globalThis.document && usable(navigator.language)) ?? 'en-US';

function usable(tag: string | undefined): string | null {
  try {
    // JupyterLab writes `zh_CN`.
    const [known] = Intl.getCanonicalLocales(tag?.replaceAll('_', '-'));
    return known === undefined ? null : new Intl.Locale(known, { numberingSystem: 'latn' }).toString();
  } catch {
    return null;
  }
}

/** Takes the language of the host, a BCP 47 tag; one that is absent or unknown leaves it as it is. */
export function writeIn(tag: string | undefined): void {
  locale = usable(tag) ?? locale;
}

/** Something made for the language, made again only when that changes: a formatter takes longer to make than a hundred uses of it. */
export function inLocale<Made>(make: (locale: string) => Made): () => Made {
  let made: { readonly locale: string; readonly value: Made } | null = null;
  return () => {
    if (made?.locale !== locale) made = { locale, value: make(locale) };
    return made.value;
  };
}
