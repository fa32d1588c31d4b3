import { Dialog } from '@jupyterlab/apputils';
import { Widget } from '@lumino/widgets';
import { reasonOf } from '@tracklens/core/client';
import type { PluralTranslate } from '@tracklens/ui';
import { RejectedRequest } from '../service/rejected-request.ts';

/** Field of a form. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  /** Default: `text`. The content of a password field is masked and not remembered by the browser. */
  readonly type?: 'text' | 'password';
  readonly value?: string;
  readonly placeholder?: string;
  /** Sentence below the field. */
  readonly hint?: string;
  /** Values of a selection instead of a text. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** Options of a form. */
export interface FormOptions {
  readonly fields: readonly FormField[];
  readonly translate: PluralTranslate;
  /** Sends the values. After a rejection the form shows its message and remains open. */
  submit(values: Readonly<Record<string, string>>): Promise<void>;
}

let forms = 0;

/** Form with labeled fields, which shows why its values were rejected next to the field to correct. */
export class Form extends Widget {
  readonly #fields = new Map<string, HTMLInputElement | HTMLSelectElement>();
  readonly #status = document.createElement('p');
  readonly #options: FormOptions;
  #pending: Promise<boolean> | null = null;

  constructor(options: FormOptions) {
    super();
    this.#options = options;
    this.addClass('jp-TracklensForm');
    const prefix = `tracklens-form-${forms++}`;
    this.#status.id = `${prefix}-status`;
    for (const field of options.fields) this.node.append(...this.#row(field, `${prefix}-${field.name}`));
    this.#status.setAttribute('role', 'alert');
    this.node.append(this.#status);
  }

  /** Returns the element of a field. */
  field(name: string): HTMLInputElement | HTMLSelectElement | undefined {
    return this.#fields.get(name);
  }

  /** Sends the values unless they are being sent already; resolves to whether they were accepted. */
  send(): Promise<boolean> {
    this.#pending ??= this.#send().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  async #send(): Promise<boolean> {
    const values = Object.fromEntries(Array.from(this.#fields, ([name, { value }]) => [name, value]));
    for (const field of this.#fields.values()) field.removeAttribute('aria-invalid');
    this.#showStatus(this.#options.translate('Checking…'), false);
    try {
      await this.#options.submit(values);
    } catch (error) {
      this.#showStatus(reasonOf(error), true);
      const wrong =
        error instanceof RejectedRequest && error.field !== null ? this.#fields.get(error.field) : undefined;
      wrong?.setAttribute('aria-invalid', 'true');
      wrong?.focus();
      return false;
    }
    for (const field of this.#fields.values()) if (field.type === 'password') field.value = '';
    this.#showStatus('', false);
    return true;
  }

  #showStatus(sentence: string, isProblem: boolean): void {
    this.#status.textContent = sentence;
    this.#status.className = isProblem ? 'jp-TracklensForm-problem' : '';
  }

  #row(field: FormField, id: string): HTMLElement[] {
    const label = document.createElement('label');
    label.htmlFor = id;
    label.textContent = field.label;
    const input = field.choices ? selection(field.choices) : textField(field);
    input.id = id;
    input.name = field.name;
    // The sentence describes the field while it is marked as invalid, in addition to the hint.
    input.setAttribute('aria-errormessage', this.#status.id);
    input.value = field.value ?? (field.choices?.[0]?.value || '');
    this.#fields.set(field.name, input);
    if (field.hint === undefined) return [label, input];
    const hint = document.createElement('small');
    hint.id = `${id}-hint`;
    hint.textContent = field.hint;
    input.setAttribute('aria-describedby', hint.id);
    return [label, input, hint];
  }
}

function selection(choices: NonNullable<FormField['choices']>): HTMLSelectElement {
  const select = document.createElement('select');
  select.className = 'jp-mod-styled';
  for (const { value, label } of choices) select.append(new Option(label, value));
  return select;
}

function textField({ type = 'text', placeholder = '' }: FormField): HTMLInputElement {
  const input = document.createElement('input');
  input.className = 'jp-mod-styled';
  input.type = type;
  input.placeholder = placeholder;
  // A browser must not store an API key as the password of JupyterLab.
  input.autocomplete = type === 'password' ? 'new-password' : 'off';
  input.spellcheck = false;
  return input;
}

/** Dialog with a form, which closes only after the values were accepted. Enter in a field sends them. */
export class FormDialog extends Dialog<unknown> {
  readonly #form: Form;

  constructor(form: Form, options: { readonly title: string; readonly ok: string; readonly cancel: string }) {
    super({
      title: options.title,
      body: form,
      buttons: [Dialog.cancelButton({ label: options.cancel }), Dialog.okButton({ label: options.ok })],
      focusNodeSelector: 'input',
    });
    this.#form = form;
  }

  override resolve(index?: number): void {
    // The first button cancels.
    if (index === 0) super.resolve(index);
    else void this.#form.send().then((accepted) => accepted && super.resolve(index));
  }
}
