/** Returns a comparison in the order of English. Its collator is made once; `localeCompare` makes one for each pair. */
function order(options: Intl.CollatorOptions): (a: string, b: string) => number {
  let collator: Intl.Collator | undefined;
  return (a, b) => {
    collator ??= new Intl.Collator('en', options);
    return collator.compare(a, b);
  };
}

/** Compares texts in the order of English, with the numbers in them by their value. */
export const naturalOrder = order({ numeric: true });

/** Compares texts as `naturalOrder` does, without regard to case and accents. */
export const naturalOrderIgnoringCase = order({ numeric: true, sensitivity: 'base' });

/** Compares texts in the order of English without regard to case and accents; numbers by their digits. */
export const orderIgnoringCase = order({ sensitivity: 'base' });
