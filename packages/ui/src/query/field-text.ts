import type { TextEdit } from '@tracklens/core/query';

/** Replaces a part of the text of a field as if it was typed, so that the field can undo it. */
export function replaceText(field: HTMLTextAreaElement, { start, end, insert }: TextEdit): void {
  field.focus();
  field.setSelectionRange(start, end);
  // Deprecated, but nothing else keeps the undo history of a field.
  const isTyped = insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert);
  if (isTyped) return;
  field.setRangeText(insert, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Position on the screen. */
interface ScreenPoint {
  readonly clientX: number;
  readonly clientY: number;
}

/** Returns the offset of the character of an element's text at a position on the screen; null for none. */
export function offsetAt(element: Element, { clientX: x, clientY: y }: ScreenPoint): number | null {
  const isHit = (rect: DOMRect) => rect.left <= x && x < rect.right && rect.top <= y && y < rect.bottom;
  const range = document.createRange();
  for (const { node, start } of textNodes(element)) {
    range.selectNodeContents(node);
    if (![...range.getClientRects()].some(isHit)) continue;
    for (let at = 0; at < node.length; at += 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      if (isHit(range.getBoundingClientRect())) return start + at;
    }
  }
  return null;
}

/** Returns the rectangle of a character of an element's text on the screen; null after its end. */
export function characterRect(element: Element, offset: number): DOMRect | null {
  const found = textNodes(element).find(({ node, start }) => offset >= start && offset < start + node.length);
  if (!found) return null;
  const range = document.createRange();
  range.setStart(found.node, offset - found.start);
  range.setEnd(found.node, offset - found.start + 1);
  return range.getBoundingClientRect();
}

/** Returns the text nodes of an element with their offsets in its text. */
function textNodes(element: Element): { readonly node: Text; readonly start: number }[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; start: number }[] = [];
  let start = 0;
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    nodes.push({ node, start });
    start += node.length;
  }
  return nodes;
}
