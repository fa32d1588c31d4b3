import type { Message } from '@lumino/messaging';
import { type ISignal, Signal } from '@lumino/signaling';
import { Widget } from '@lumino/widgets';
import type { Target, ViewState } from '@tracklens/core/display';
import type { MountedView } from '@tracklens/ui';
import { tracklensIcon } from '../icons.ts';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';
import { panelTitle } from './panel-title.ts';

/** A view in the main area. It reads nothing before it is first seen. */
export class ViewPanel extends Widget {
  readonly #tracklens: Tracklens;
  readonly #changed = new Signal<this, void>(this);
  #target: Target;
  #state: ViewState | undefined;
  #view: MountedView | null = null;
  #mounting = false;

  constructor(tracklens: Tracklens, target: Target, state?: ViewState) {
    super();
    this.#tracklens = tracklens;
    this.#target = target;
    this.#state = state;
    this.addClass('jp-TracklensPanel');
    this.node.tabIndex = -1;
    this.title.icon = tracklensIcon;
    this.title.closable = true;
    this.#entitle(panelTitle(target));
  }

  get target(): Target {
    return this.#target;
  }

  /** Where the person is: what restores the panel. */
  get state(): ViewState | undefined {
    return this.#state;
  }

  /** Emitted when target or state change. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  /** Shows another target in the same place. */
  showTarget(target: Target): void {
    this.#target = target;
    this.#entitle(panelTitle(target));
    this.#view?.update({ target });
    this.#changed.emit();
    this.#name();
  }

  /** Shows what a state says, beside what the person chose. */
  showState(state: ViewState): void {
    this.#state = { ...this.#state, ...state };
    this.#view?.update({ state: this.#state });
    this.#changed.emit();
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.#view?.dispose();
    this.#view = null;
    Signal.clearData(this);
    super.dispose();
  }

  protected override onAfterShow(_message: Message): void {
    this.#mount();
  }

  protected override onAfterAttach(_message: Message): void {
    if (this.isVisible) this.#mount();
  }

  protected override onActivateRequest(_message: Message): void {
    this.node.focus();
  }

  #mount(): void {
    if (this.#view || this.#mounting) return;
    this.#mounting = true;
    this.#open()
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.node.textContent = this.#tracklens.translate('The view cannot be shown (%1). Reload the page.', reason);
      })
      .finally(() => {
        this.#mounting = false;
      });
  }

  async #open(): Promise<void> {
    const [{ mountView }, api] = await Promise.all([loadViews(), this.#tracklens.connection.api()]);
    if (this.isDisposed) return;
    this.node.textContent = '';
    this.#view = mountView(this.node, {
      target: this.#target,
      state: this.#state,
      api,
      host: this.#tracklens.host,
      layout: 'panel',
      strings: this.#tracklens.translate,
      pollMillis: this.#tracklens.pollMillis,
      onStateChange: (state) => {
        this.#state = state;
        this.#changed.emit();
      },
    });
    this.#name();
  }

  /** Puts the experiment's name where its key was. */
  #name(): void {
    const target = this.#target;
    if (target.kind !== 'experiment') return;
    this.#tracklens.connection
      .api()
      .then((api) => api.getExperimentByKey(target.experimentKey))
      .then((experiment) => {
        const name = experiment?.name;
        if (name && !this.isDisposed && target === this.#target)
          this.#entitle({ label: name, caption: `${name}\n${target.experimentKey}` });
      })
      // The view itself says what is wrong.
      .catch(() => {});
  }

  #entitle({ label, caption }: { readonly label: string; readonly caption: string }): void {
    this.title.label = label;
    this.title.caption = caption;
  }
}
