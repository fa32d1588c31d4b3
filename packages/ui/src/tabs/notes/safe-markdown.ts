import DOMPurify from 'dompurify';

/**
 * Allowed elements of notes: text, lists, tables, code, links and images. Nothing that submits data or applies
 * styles.
 */
const allowedTags = [
  'a',
  'b',
  'blockquote',
  'br',
  'code',
  'dd',
  'del',
  'div',
  'dl',
  'dt',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'i',
  'img',
  'input',
  'kbd',
  'li',
  'ol',
  'p',
  'pre',
  's',
  'span',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
];
const allowedAttributes = [
  'align',
  'alt',
  'checked',
  'colspan',
  'disabled',
  'href',
  'rowspan',
  'src',
  'start',
  'title',
  'type',
];

/**
 * Returns the HTML of a Markdown text as sanitized elements. Links may only be HTTP(S) URLs, images only data URLs. Any
 * other image could reveal to a server who reads the notes, so it becomes a link. The caller opens links through its
 * host.
 */
export function safeMarkdown(html: string): DocumentFragment {
  const purifier = DOMPurify(window);
  const fragment = purifier.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) {
    if (!/^https?:\/\//i.test(link.getAttribute('href') ?? '')) link.removeAttribute('href');
    link.rel = 'noopener noreferrer';
  }
  for (const image of fragment.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? '';
    if (/^data:image\/(?:png|jpeg|gif|webp);base64,/i.test(source)) continue;
    const link = document.createElement('a');
    link.textContent = image.alt || source;
    if (/^https?:\/\//i.test(source)) link.href = source;
    link.rel = 'noopener noreferrer';
    image.replaceWith(link);
  }
  // Only the checkboxes of task lists remain, and they are disabled.
  for (const field of fragment.querySelectorAll('input')) {
    if (field.type === 'checkbox') field.disabled = true;
    else field.remove();
  }
  return fragment;
}
