import { Widget } from '@lumino/widgets';

/** A field whose words filter the trees while they are typed. */
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
