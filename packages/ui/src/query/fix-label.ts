import type { Translate } from '../text/translate.ts';

/** Labels of the corrections of queries in `core`. `%1` and `%2` are parts of a query. */
const sentences = [
  /* message */ 'Replace %1 with %2',
  /* message */ 'Change to %1',
  /* message */ 'Delete %1',
  /* message */ 'Use straight quotes',
  /* message */ 'Use >= and <=',
  /* message */ 'Use %1',
  /* message */ 'Put it in quotes',
  /* message */ 'Write two comparisons',
  /* message */ 'Write the variable first',
  /* message */ 'Test whether it was logged',
  /* message */ 'Compare with each value',
  /* message */ 'Compare with %1',
  /* message */ 'Add the closing quote',
  /* message */ 'Add a comma',
  /* message */ 'Add parentheses',
  /* message */ 'Add %1',
];

const patterns = sentences.map((sentence) => {
  const escaped = sentence.replaceAll(/[.>&()]/g, '\\$&').replaceAll(/%\d/g, '(.+)');
  return { sentence, pattern: new RegExp(`^${escaped}$`, 's') };
});

/** Returns the label of a correction in the language of the user. A label of another form stays as it is. */
export function fixLabel(label: string, t: Translate): string {
  for (const { sentence, pattern } of patterns) {
    const found = pattern.exec(label);
    if (found !== null) return t(sentence, ...found.slice(1));
  }
  return label;
}
