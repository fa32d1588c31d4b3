import { Widget } from '@lumino/widgets';

/** Input field that filters the trees while the user types. */
export class FilterField extends Widget {
  readonly #input = document.createElement('input');

  constructor({ short, label, onWords }: { short: string; label: string; onWords(words: string): void }) {
    super();
    this.addClass('jp-TracklensFilter');
    this.#input.type = 'search';
    this.#input.className = 'jp-mod-styled';
    this.#input.placeholder = short;
    this.#input.title = label;
    this.#input.setAttribute('aria-label', label);
    this.#input.addEventListener('input', () => onWords(this.#input.value));
    this.node.append(this.#input);
  }
}
