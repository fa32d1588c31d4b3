import { Dialog } from '@jupyterlab/apputils';
import { Widget } from '@lumino/widgets';

/** Texts of a dialog with a list. */
interface ListTexts {
  readonly title: string;
  /** Label of the list. Default: the title. */
  readonly label?: string;
  readonly okLabel: string;
}

/** Prompts for one of some choices; null when cancelled. The first is selected unless one is the current choice. */
export async function askChoice<Choice extends { readonly label: string }>(
  choices: readonly Choice[],
  { isCurrent = () => false, ...texts }: ListTexts & { readonly isCurrent?: (choice: Choice) => boolean },
): Promise<Choice | null> {
  const selected = await askList(new ListBody(choices, texts, Math.max(0, choices.findIndex(isCurrent))), texts);
  return choices[selected?.[0] ?? -1] ?? null;
}

/** Prompts for any number of some choices; null when cancelled. */
export async function askChoices<Choice extends { readonly label: string }>(
  choices: readonly Choice[],
  texts: ListTexts,
): Promise<readonly Choice[] | null> {
  const selected = await askList(new ListBody(choices, texts, null), texts);
  return selected?.map((index) => choices[index]!) ?? null;
}

async function askList(body: ListBody, { title, okLabel }: ListTexts): Promise<readonly number[] | null> {
  const buttons = [Dialog.cancelButton(), Dialog.okButton({ label: okLabel })];
  const { button, value } = await new Dialog({ title, body, buttons, focusNodeSelector: 'select' }).launch();
  return button.accept ? value : null;
}

/** List with a label, which the lists of JupyterLab's own dialogs lack. */
class ListBody extends Widget implements Dialog.IBodyWidget<readonly number[]> {
  readonly #list = document.createElement('select');

  /** `current` is the index of the selected item, or null for a list of which several can be selected. */
  constructor(items: readonly { readonly label: string }[], { title, label }: ListTexts, current: number | null) {
    super();
    this.addClass('jp-TracklensField');
    this.#list.multiple = current === null;
    this.#list.append(...items.map((item, index) => new Option(item.label, String(index), false, index === current)));
    const shown = document.createElement('label');
    if (label === undefined) this.#list.setAttribute('aria-label', title);
    else shown.append(label);
    shown.append(this.#list);
    this.node.append(shown);
  }

  getValue(): readonly number[] {
    return Array.from(this.#list.selectedOptions, ({ index }) => index);
  }
}
