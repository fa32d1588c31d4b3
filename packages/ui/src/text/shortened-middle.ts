/**
 * Returns a text in one line of at most `length` characters. A longer text loses its middle, because names often differ
 * at the end.
 */
export function shortenedMiddle(text: string, length: number): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()];
  if (characters.length <= length) return characters.join('');
  const tail = Math.floor((length - 1) / 2);
  const head = length - 1 - tail;
  return `${characters.slice(0, head).join('')}…${characters.slice(-tail).join('')}`;
}
