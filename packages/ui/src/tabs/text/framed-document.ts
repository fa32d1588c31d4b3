import { permitStyles, styleNonce } from './framed-styles.ts';

/** Forbids scripts, forms and external URLs. Allows inline styles and data images. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Start of the document. */
const start = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">`;

/** URL of a document that is given as text. A fragment alone would be relative to the page around the frame. */
const documentUrl = 'about:srcdoc';

/** Address of disabled links: a fragment that does not exist. They still look like links. */
const nowhere = `${documentUrl}#disabled-link`;

const mathNamespace = 'http://www.w3.org/1998/Math/MathML';

/** Maximum number of times a document is parsed. */
const maxPasses = 5;

/**
 * Returns the document for a frame of untrusted HTML; null for HTML whose links cannot be disabled. The frame has no
 * permissions (an empty `sandbox`), so that neither scripts nor forms work. The content security policy blocks external
 * images. Neither stops a link from opening another page in the frame, so links lead nowhere.
 */
export function framedDocument(html: string): string | null {
  return framed(`${start}${html}`, styleNonce());
}

/**
 * Returns a document with disabled links and permitted styles: the same text if nothing is to change; null if the links
 * cannot be disabled.
 */
function framed(html: string, nonce: string | null): string | null {
  let text = html;
  // Malformed markup may have other elements after it was written and parsed again.
  for (let pass = 0; pass < maxPasses; pass++) {
    const parsed = new DOMParser().parseFromString(text, 'text/html');
    const linksChanged = disableLinks(parsed, nonce);
    const stylesChanged = nonce !== null && permitStyles(parsed, nonce);
    if (!linksChanged && !stylesChanged) return text;
    text = `<!doctype html>${parsed.documentElement.outerHTML}`;
  }
  return null;
}

/** Disables everything that opens another page. Returns whether there was any. */
function disableLinks(root: ParentNode, nonce: string | null): boolean {
  let changed = false;
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof HTMLTemplateElement && disableLinks(element.content, nonce)) changed = true;
    if (leadsElsewhere(element)) element.remove();
    else if (!disableLink(element) && !disableNestedLinks(element, nonce)) continue;
    changed = true;
  }
  return changed;
}

/** Returns whether an element sends the document elsewhere, changes the addresses of links, or connects to servers. */
function leadsElsewhere(element: Element): boolean {
  switch (element.localName.toLowerCase()) {
    case 'base':
    case 'link':
      return true;
    case 'meta':
      return /refresh/i.test(element.getAttribute('http-equiv') ?? '');
    default:
      // Animations of SVG set the address of a link.
      return /href/i.test(element.getAttribute('attributeName') ?? '');
  }
}

/** Changes the address of a link to one within the document. Returns whether it was another one. */
function disableLink(element: Element): boolean {
  if (!/^(?:a|area)$/i.test(element.localName) && element.namespaceURI !== mathNamespace) return false;
  let changed = false;
  for (const attribute of element.attributes) {
    if (attribute.localName !== 'href' || attribute.value.startsWith(`${documentUrl}#`)) continue;
    attribute.value = attribute.value.startsWith('#') ? `${documentUrl}${attribute.value}` : nowhere;
    changed = true;
  }
  return changed;
}

/** Disables the links of the document in a nested frame. Returns whether it changed. */
function disableNestedLinks(element: Element, nonce: string | null): boolean {
  const nested = element instanceof HTMLIFrameElement ? element.getAttribute('srcdoc') : null;
  const disabled = nested === null ? null : framed(nested, nonce);
  if (disabled === nested) return false;
  if (disabled === null) element.remove();
  else element.setAttribute('srcdoc', disabled);
  return true;
}
