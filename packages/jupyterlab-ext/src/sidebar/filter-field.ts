import { closeIcon } from '@jupyterlab/ui-components';
import { Debouncer } from '@lumino/polling';
import { Widget } from '@lumino/widgets';

/** Delay after the last key before the trees are searched, in milliseconds. */
const debounceMillis = 250;

/** Input field that filters the trees once the user pauses typing. Escape and a button clear it. */
export class FilterField extends Widget {
  readonly #input = document.createElement('input');
  readonly #clear = document.createElement('button');
  readonly #search: Debouncer;

  constructor({
    short,
    label,
    clearLabel,
    onWords,
    onDown,
  }: {
    short: string;
    label: string;
    clearLabel: string;
    onWords(words: string): void;
    /** Called for the arrow key that leads from the field to the rows. */
    onDown(): void;
  }) {
    super();
    this.addClass('jp-TracklensFilter');
    this.#search = new Debouncer(() => onWords(this.#input.value), debounceMillis);
    this.#input.type = 'search';
    this.#input.className = 'jp-mod-styled';
    this.#input.placeholder = short;
    this.#input.title = label;
    this.#input.spellcheck = false;
    this.#input.setAttribute('aria-label', label);
    this.#input.addEventListener('input', () => this.#changed());
    this.#input.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        return onDown();
      }
      if (event.key !== 'Escape' || this.#input.value === '') return;
      event.stopPropagation();
      this.#empty();
    });
    this.#clear.type = 'button';
    this.#clear.className = 'jp-TracklensFilter-clear';
    this.#clear.title = clearLabel;
    this.#clear.setAttribute('aria-label', clearLabel);
    this.#clear.hidden = true;
    closeIcon.element({ container: this.#clear, width: '14px', height: '14px' });
    this.#clear.addEventListener('click', () => this.#empty());
    this.node.append(this.#input, this.#clear);
  }

  override dispose(): void {
    this.#search.dispose();
    super.dispose();
  }

  #changed(): void {
    this.#clear.hidden = this.#input.value === '';
    void this.#search.invoke().catch(() => {});
  }

  #empty(): void {
    this.#input.value = '';
    this.#changed();
    this.#input.focus();
  }
}
