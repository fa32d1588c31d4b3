import type { Message } from '@lumino/messaging';
import { type ISignal, Signal } from '@lumino/signaling';
import type { Target, ViewState } from '@tracklens/core/display';
import type { MountedView } from '@tracklens/ui';
import { tracklensIcon } from '../icons.ts';
import { LazyWidget } from '../lazy-widget.ts';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';
import { panelTitle } from './panel-title.ts';

/** Panel that shows a view. It loads nothing before it first becomes visible. */
export class ViewPanel extends LazyWidget<MountedView> {
  readonly #tracklens: Tracklens;
  readonly #changed = new Signal<this, void>(this);
  #target: Target;
  #state: ViewState | undefined;

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

  /** Current view state, used to restore the panel. */
  get state(): ViewState | undefined {
    return this.#state;
  }

  /** Emitted when the target or the state changes. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  /** Replaces the target of the panel. */
  showTarget(target: Target): void {
    this.#target = target;
    this.#entitle(panelTitle(target));
    this.content?.update({ target });
    this.#changed.emit();
    this.#name();
  }

  /** Merges `state` into the current view state. */
  showState(state: ViewState): void {
    this.#state = { ...this.#state, ...state };
    this.content?.update({ state: this.#state });
    this.#changed.emit();
  }

  protected override onActivateRequest(_message: Message): void {
    this.node.focus();
  }

  protected override problem(reason: string): string {
    return this.#tracklens.translate('The view cannot be shown (%1). Reload the page.', reason);
  }

  protected override async load(): Promise<() => MountedView> {
    const [{ mountView }, api] = await Promise.all([loadViews(), this.#tracklens.connection.api()]);
    return () => {
      this.#name();
      return mountView(this.node, {
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
    };
  }

  /** Replaces the experiment key in the title with the name of the experiment. */
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
      // The view shows the error itself.
      .catch(() => {});
  }

  #entitle({ label, caption }: { readonly label: string; readonly caption: string }): void {
    this.title.label = label;
    this.title.caption = caption;
  }
}
