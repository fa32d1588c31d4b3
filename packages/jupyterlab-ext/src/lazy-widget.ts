import type { Message } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import { reasonOf } from '@tracklens/core/client';

/**
 * Widget that loads its content when it first becomes visible. A failed load shows the error and is retried when the
 * widget is shown again, or by `loadMissing`.
 */
export abstract class LazyWidget<Content extends { dispose(): void }> extends Widget {
  #content: Content | null = null;
  #loading = false;
  /** Counts the loads, so that the result of an outdated load is discarded. */
  #generation = 0;

  override dispose(): void {
    if (this.isDisposed) return;
    this.#content?.dispose();
    this.#content = null;
    super.dispose();
  }

  /** Loads the content, unless the widget is hidden or the content is loaded or loading. */
  loadMissing(): void {
    if (!this.isVisible || this.#content || this.#loading) return;
    this.#loading = true;
    const attempt = this.#generation;
    const isCurrent = () => attempt === this.#generation && !this.isDisposed;
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
        if (attempt === this.#generation) this.#loading = false;
      });
  }

  /** Mounted content; null until it is loaded. */
  protected get content(): Content | null {
    return this.#content;
  }

  /** Loads the content. The returned function mounts it into the node. */
  protected abstract load(): Promise<() => Content>;

  /** Returns the message to show when loading fails. */
  protected abstract problem(reason: string): string;

  /** Discards the content and any pending load, and reloads immediately if the widget is visible. */
  protected reload(): void {
    this.#content?.dispose();
    this.#content = null;
    this.#loading = false;
    this.#generation++;
    this.loadMissing();
  }

  /** Disposes the widget on close. Trackers then drop it, and the next open creates another one. */
  protected override onCloseRequest(_message: Message): void {
    this.dispose();
  }

  protected override onAfterShow(_message: Message): void {
    this.loadMissing();
  }

  protected override onAfterAttach(_message: Message): void {
    this.loadMissing();
  }
}
