/**
 * Locale for numbers and dates, always with Western digits, which axes and exponents require. It is shared by all
 * views of a page. Without a page, it is English until `setLocale` is called.
 */
let locale = 'en-US';

/** Tag that is checked when the locale is first needed, because the first check takes milliseconds. */
let unchecked: string | undefined = globalThis.document && navigator.language;

function usable(tag: string | undefined): string | null {
  try {
    // JupyterLab uses tags such as `zh_CN`.
    const [known] = Intl.getCanonicalLocales(tag?.replaceAll('_', '-'));
    return known === undefined ? null : new Intl.Locale(known, { numberingSystem: 'latn' }).toString();
  } catch {
    return null;
  }
}

/** Sets the locale to a BCP 47 tag; a missing or unknown one changes nothing. */
export function setLocale(tag: string | undefined): void {
  currentLocale();
  unchecked = tag;
}

function currentLocale(): string {
  if (unchecked !== undefined) locale = usable(unchecked) ?? locale;
  unchecked = undefined;
  return locale;
}

/** Caches a value per locale. Creating a formatter takes longer than using it a hundred times. */
export function inLocale<Made>(make: (locale: string) => Made): () => Made {
  let made: { readonly locale: string; readonly value: Made } | null = null;
  return () => {
    const current = currentLocale();
    if (made?.locale !== current) made = { locale: current, value: make(current) };
    return made.value;
  };
}
