/**
 * Keeps letters that are typed in an output from the commands of its notebook, which cut, merge and delete cells.
 * Escape moves the focus from the output to its cell, where they are commands again.
 */
export function handleOutputKeys(output: HTMLElement): void {
  output.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1) event.stopPropagation();
    else if (event.key === 'Escape') output.closest<HTMLElement>('.jp-Cell')?.focus();
  });
}
