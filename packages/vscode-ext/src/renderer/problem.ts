/** Shows in an output why it cannot be drawn, as plain text that screen readers announce. */
export function drawProblem(element: HTMLElement, problem: string): void {
  const note = document.createElement('p');
  note.setAttribute('role', 'alert');
  note.dataset.tracklens = 'problem';
  note.textContent = `Tracklens: ${problem}`;
  element.replaceChildren(note);
}
