/** Start of an SVG: its root element, after a declaration, comments and a document type without entities. */
const start = /^\s*(?:<\?(?:(?!\?>).)*\?>\s*|<!--(?:(?!-->).)*-->\s*|<!DOCTYPE\s+svg[^>[]*>\s*)*<svg[\s>/]/s;

/** Returns the text of an SVG in UTF-8; null for anything else, and for an SVG that defines entities. */
export function svgText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return start.test(text) ? text : null;
  } catch {
    return null;
  }
}
