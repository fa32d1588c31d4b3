import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { reasonOf } from './reason.ts';

/**
 * A widget that loads what it shows when it is first seen, and not before. What could not be loaded is said in its place, and
 * loaded again when the widget is shown the next time.
 */
export abstract class LazyWidget<Content extends { dispose(): void }> extends Widget {
  #content: Content | null = null;
  #loading = false;
  /** Counts the beginnings: what was loaded for an earlier one is not shown any more. */
  #turn = 0;

  override dispose(): void {
    if (this.isDisposed) return;
    this.#content?.dispose();
    this.#content = null;
    super.dispose();
  }

  /** What is shown; null until it is loaded. */
  protected get content(): Content | null {
    return this.#content;
  }

  /** Loads what is needed; what comes back puts the content into the node. */
  protected abstract load(): Promise<() => Content>;

  /** What is said where the content cannot be shown. */
  protected abstract problem(reason: string): string;

  /** Throws away what is shown, or about to be, and loads anew: at once where it is seen. */
  protected loadAnew(): void {
    this.#content?.dispose();
    this.#content = null;
    this.#loading = false;
    this.#turn++;
    if (this.isVisible) this.#show();
  }

  /** Closed is over: what keeps account of the widgets hears of it, and opens another when it is asked again. */
  protected override onCloseRequest(_message: Message): void {
    this.dispose();
  }

  protected override onAfterShow(_message: Message): void {
    this.#show();
  }

  protected override onAfterAttach(_message: Message): void {
    if (this.isVisible) this.#show();
  }

  #show(): void {
    if (this.#content || this.#loading) return;
    this.#loading = true;
    const turn = this.#turn;
    const isCurrent = () => turn === this.#turn && !this.isDisposed;
    this.load()
      .then((mount) => {
        if (!isCurrent()) return;
        this.node.textContent = '';
        this.#content = mount();
      })
      .catch((error: unknown) => {
        if (isCurrent()) this.node.textContent = this.problem(reasonOf(error));
      })
      .finally(() => {
        if (turn === this.#turn) this.#loading = false;
      });
  }
}
