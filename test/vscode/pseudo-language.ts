import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { bundleFile } from '../../scripts/translations.ts';

/** Returns a pseudo-translation of every sentence: the same text in brackets, so that others can be found. */
export function pseudoTranslations(): Readonly<Record<string, string>> {
  const sentences: Readonly<Record<string, string>> = JSON.parse(readFileSync(bundleFile(), 'utf8'));
  return Object.fromEntries(Object.keys(sentences).map((sentence) => [sentence, `⟦${sentence}⟧`]));
}

/** Numbers, dates, durations, sizes and keys, which are not sentences. */
const untranslated: readonly RegExp[] = [
  /^[^a-z]*$/i,
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/,
  /^[A-Z][a-z]{2} \d+, [\d:]+\s[AP]M$/,
  /^(?:\d+[dhm] )*[\d.]+(?: [kM]?B|[dhm]|s)$/,
  /^[0-9a-f]{9,32}$/,
];

/**
 * Returns the visible texts and names below an element that are neither translated nor data.
 *
 * @param data texts that were logged or typed
 */
export async function untranslatedTexts(root: Locator, data: readonly RegExp[]): Promise<string[]> {
  const texts = await root.evaluate((element) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      if (!(node instanceof Element ? node : node.parentElement)?.checkVisibility()) continue;
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(node.getAttribute(name) ?? '');
      } else if (!node.parentElement?.closest('style, script, code, pre')) found.push(node.textContent ?? '');
    }
    return found;
  });
  const isData = (text: string) => [...untranslated, ...data].some((pattern) => pattern.test(text));
  // Rows and tooltips join several values.
  const isKnown = (text: string) => text.includes('⟦') || isData(text) || text.split(/\s+·\s+|, |\n/).every(isData);
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '' && !isKnown(text)).sort();
}
