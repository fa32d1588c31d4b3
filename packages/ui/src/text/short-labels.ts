/** Number of characters from which a label is shortened. Legends, tables and tooltips have space for shorter ones. */
const longFrom = 28;

/** Character between words. An equals sign and a dot are parts of a word, such as `lr=0.01`. */
const separator = /[\s/_,;|-]/;

/** Returns the length of the common start of texts that ends with a whole word and is shorter than each text. */
function commonStart(texts: readonly (readonly string[])[]): number {
  const [first = []] = texts;
  const shortest = Math.min(...texts.map(({ length }) => length));
  let length = 0;
  for (let at = 0; at < shortest - 1 && texts.every((text) => text[at] === first[at]); at++) {
    if (separator.test(first[at]!)) length = at + 1;
  }
  return length;
}

/**
 * Returns labels that show where those of a list differ, by key: long labels lose the words at the start and at the end
 * that all of them have. They are for places that also have the whole label, for example as a tooltip.
 */
export function shortLabels(items: readonly { readonly key: string; readonly label: string }[]): Map<string, string> {
  const labels = new Map(items.map(({ key, label }) => [key, label]));
  const different = new Set(labels.values());
  if (different.size < 2 || Math.max(...[...different].map(({ length }) => length)) < longFrom) return labels;
  const texts = [...different].map((label) => [...label]);
  const start = commonStart(texts);
  const end = commonStart(texts.map((text) => text.slice(start).reverse()));
  for (const [key, label] of labels) {
    const characters = [...label];
    const middle = characters.slice(start, characters.length - end).join('');
    labels.set(key, `${start > 0 ? '…' : ''}${middle}${end > 0 ? '…' : ''}`);
  }
  return labels;
}
