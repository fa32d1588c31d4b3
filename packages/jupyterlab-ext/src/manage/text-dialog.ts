import { Dialog } from '@jupyterlab/apputils';
import { Widget } from '@lumino/widgets';

/** Question that is answered with multiline text. */
interface TextQuestion {
  readonly title: string;
  /** Accessible name of the field. It is shown above the field if it differs from the title. */
  readonly label: string;
  readonly value: string;
  readonly okLabel: string;
  readonly cancelLabel: string;
  /** Height of the field in lines. */
  readonly rows?: number;
}

/** Prompts for multiline text; null when cancelled. Ctrl+Enter, or Command+Enter, accepts it. */
export async function askText(question: TextQuestion): Promise<string | null> {
  const { title, okLabel, cancelLabel } = question;
  const okButton = Dialog.okButton({ label: okLabel, caption: 'Ctrl+Enter' });
  const body = new TextBody(question, () => dialog.resolve());
  const dialog = new Dialog<string>({
    title,
    body,
    buttons: [Dialog.cancelButton({ label: cancelLabel }), okButton],
    focusNodeSelector: 'textarea',
  });
  const { button, value } = await dialog.launch();
  return button.accept ? (value ?? null) : null;
}

class TextBody extends Widget implements Dialog.IBodyWidget<string> {
  readonly #area = document.createElement('textarea');
  readonly #accept: () => void;

  constructor({ title, label, value, rows = 12 }: TextQuestion, accept: () => void) {
    super();
    this.#accept = accept;
    this.addClass('jp-TracklensField');
    this.#area.className = 'jp-mod-styled';
    this.#area.rows = rows;
    this.#area.value = value;
    this.#area.setAttribute('aria-label', label);
    if (label !== title) {
      const shown = document.createElement('label');
      shown.append(label, this.#area);
      this.node.append(shown);
    } else this.node.append(this.#area);
  }

  getValue(): string {
    return this.#area.value;
  }

  handleEvent(event: KeyboardEvent): void {
    if (event.target !== this.#area || event.key !== 'Enter' || event.isComposing) return;
    event.stopPropagation();
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#accept();
  }

  // At the document, before the dialog gets the key: up to JupyterLab 4.6.4, it prevents line breaks in its fields.
  protected override onAfterAttach(): void {
    document.addEventListener('keydown', this, true);
  }

  protected override onBeforeDetach(): void {
    document.removeEventListener('keydown', this, true);
  }
}
