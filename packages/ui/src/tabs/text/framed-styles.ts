/** Attribute by which the rule of a `style` attribute selects its element. */
const styledBy = 'data-tl-style';

/** Condition that is true, with a higher specificity than the selectors that documents have. */
const priority = ':not(#_#_#_#_)';

/**
 * Returns the nonce that the content security policy around a frame requires of style elements; null where inline
 * styles need none. The policy of a page also applies to its frames whose document is given as text.
 */
export function styleNonce(): string | null {
  return document.querySelector<HTMLElement>('[nonce]')?.nonce || null;
}

/**
 * Makes the styles of a document work under a policy that requires a nonce: style elements get it, and `style`
 * attributes, which cannot have one, become rules. Returns whether there was anything to change.
 */
export function permitStyles(parsed: Document, nonce: string): boolean {
  const rules: string[] = [];
  const first = parsed.querySelectorAll(`[${styledBy}]`).length;
  for (const element of parsed.querySelectorAll('[style]')) {
    const name = `${first + rules.length}`;
    rules.push(`[${styledBy}="${name}"]${priority} { ${declarations(element.getAttribute('style')!)} }`);
    element.removeAttribute('style');
    element.setAttribute(styledBy, name);
  }
  const styles = [...parsed.querySelectorAll('style')].filter((style) => style.getAttribute('nonce') !== nonce);
  for (const style of styles) style.setAttribute('nonce', nonce);
  if (rules.length === 0) return styles.length > 0;
  const style = parsed.createElement('style');
  style.setAttribute('nonce', nonce);
  style.textContent = rules.join('\n');
  parsed.head.append(style);
  return true;
}

/** Returns the valid declarations of a `style` attribute, so that none ends the rule around them. */
function declarations(text: string): string {
  const { style } = document.createElement('span');
  style.cssText = text;
  return style.cssText;
}
