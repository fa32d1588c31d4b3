import { Dialog, showDialog } from '@jupyterlab/apputils';
import { Widget } from '@lumino/widgets';

/** Prompts for multiline text; null when cancelled. */
export async function askText(given: {
  readonly title: string;
  readonly label: string;
  readonly value: string;
  readonly okLabel: string;
  readonly cancelLabel: string;
}): Promise<string | null> {
  const { button, value } = await showDialog({
    title: given.title,
    body: new TextBody(given.label, given.value),
    buttons: [Dialog.cancelButton({ label: given.cancelLabel }), Dialog.okButton({ label: given.okLabel })],
    focusNodeSelector: 'textarea',
  });
  return button.accept ? (value ?? null) : null;
}

class TextBody extends Widget implements Dialog.IBodyWidget<string> {
  readonly #area = document.createElement('textarea');

  constructor(label: string, value: string) {
    super();
    this.addClass('jp-TracklensText');
    this.#area.className = 'jp-mod-styled';
    this.#area.rows = 12;
    this.#area.value = value;
    this.#area.setAttribute('aria-label', label);
    // Enter inserts a line break and must not trigger the default button.
    this.#area.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') event.stopPropagation();
    });
    this.node.append(this.#area);
  }

  getValue(): string {
    return this.#area.value;
  }
}
