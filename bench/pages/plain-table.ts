/*
 * The minimum work of a browser for such a table: the cells that ours draws, as bare elements with a few lines of
 * style, set as text when they become visible. No roles, labels, keys, selection or state.
 */

const rowHeight = 28;
/** Rows drawn above and below the visible ones, as many as ours. */
const overscan = 4;

/**
 * Returns a scroller of the size of `table` with `count` rows, which repeat the cells of the completely loaded rows
 * that `table` draws.
 */
export function plainTable(table: HTMLElement, count: number): HTMLElement {
  const sample = [...table.querySelectorAll('[data-id]:not(:has(.tl-skeleton-cell))')];
  const rows = sample.map((row) => [...row.children].map(cellText).join(''));
  const widths = [...sample[0]!.children].map(
    (cell, at) => `.cell${at} { width: ${(cell as HTMLElement).offsetWidth}px; }`,
  );
  const style = new CSSStyleSheet();
  style.replaceSync(`
    .plain { height: ${table.offsetHeight}px; overflow: auto; position: relative; }
    .plain > div > div { position: absolute; left: 0; display: flex; height: ${rowHeight}px; contain: strict; width: 100%; }
    .plain span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: none; }
    .plain svg { display: block; width: 96px; height: 20px; fill: none; stroke: gray; }
    ${widths.join(' ')}
  `);
  document.adoptedStyleSheets.push(style);
  const plain = document.createElement('div');
  plain.className = 'plain';
  const body = document.createElement('div');
  body.style.height = `${count * rowHeight}px`;
  plain.append(body);
  const height = table.clientHeight;
  const drawn = new Map<number, HTMLElement>();
  const draw = () => {
    const first = Math.max(0, Math.floor(plain.scrollTop / rowHeight) - overscan);
    const last = Math.min(count, Math.ceil((plain.scrollTop + height) / rowHeight) + overscan);
    for (const [at, row] of drawn) {
      if (at >= first && at < last) continue;
      row.remove();
      drawn.delete(at);
    }
    for (let at = first; at < last; at++) {
      if (drawn.has(at)) continue;
      const row = document.createElement('div');
      row.style.top = `${at * rowHeight}px`;
      row.innerHTML = rows[at % rows.length]!;
      drawn.set(at, row);
      body.append(row);
    }
  };
  plain.addEventListener('scroll', draw);
  return plain;
}

/** Returns a cell's check box, sparkline or text as HTML, without style. */
function cellText(cell: Element, at: number): string {
  const course = cell.querySelector('.tl-spark path')?.outerHTML;
  const box = cell.querySelector('input') && '<input type="checkbox">';
  const text = document.createElement('span');
  text.textContent = cell.textContent;
  return `<span class="cell${at}">${course ? `<svg viewBox="0 0 96 20">${course}</svg>` : (box ?? text.innerHTML)}</span>`;
}
