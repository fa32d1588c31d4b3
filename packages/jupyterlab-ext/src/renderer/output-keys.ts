/**
 * Keeps letters that are typed in an output from the commands of its notebook, which cut, merge and delete cells.
 * Escape, or a press of the mouse elsewhere in the cell, moves the focus from the output to its cell, where they are
 * commands again.
 */
export function handleOutputKeys(output: HTMLElement): void {
  const cell = () => output.closest<HTMLElement>('.jp-Cell');
  // The notebook itself leaves the focus where it is within the cell.
  const leave = ({ target }: MouseEvent) => {
    if (output.contains(document.activeElement) && !output.contains(target as Node)) cell()?.focus();
  };
  output.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1) event.stopPropagation();
    else if (event.key === 'Escape') cell()?.focus();
  });
  output.addEventListener('focusin', () => cell()?.addEventListener('mousedown', leave));
  output.addEventListener('focusout', () => cell()?.removeEventListener('mousedown', leave));
}
