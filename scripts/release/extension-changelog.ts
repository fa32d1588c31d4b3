/** Sections of the changelog that concern the users of the VS Code extension. */
const sections: readonly string[] = ['Views', 'VS Code', 'Trees in both hosts'];

/**
 * Returns the changelog that the Marketplace shows: of each version its introduction and the sections of the extension.
 */
export function extensionChangelog(text: string): string {
  const parts = text.split(/^(?=#{2,3} )/m);
  const isShown = (part: string) => !part.startsWith('### ') || sections.includes(part.slice(4, part.indexOf('\n')));
  return `${parts.filter(isShown).join('').trimEnd()}\n`;
}
