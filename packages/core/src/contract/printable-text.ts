/**
 * Returns a text of a service or another program for a message: control characters are replaced, with which it could
 * change the terminal of the user, and it has at most `limit` characters.
 */
export function printableText(text: string, limit: number): string {
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, limit);
}
