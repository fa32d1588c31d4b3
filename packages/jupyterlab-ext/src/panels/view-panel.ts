import type { Message } from '@lumino/messaging';
import { type ISignal, Signal } from '@lumino/signaling';
import type { Target, ViewState } from '@tracklens/core/display';
import type { MountedView } from '@tracklens/ui';
import { tracklensIcon } from '../icons.ts';
import { LazyWidget } from '../lazy-widget.ts';
import { loadViews } from '../load-views.ts';
import type { Tracklens } from '../tokens.ts';
import { panelHost } from './panel-host.ts';
import { panelTitle } from './panel-title.ts';

/** What a panel shows first. */
export interface PanelContent {
  readonly target: Target;
  readonly state: ViewState | undefined;
  /** Id of the connection that the target belongs to; undefined for the one that is active when it is loaded. */
  readonly connection: string | undefined;
}

/** Panel that shows a view of one connection. It loads nothing before it first becomes visible. */
export class ViewPanel extends LazyWidget<MountedView> {
  readonly #tracklens: Tracklens;
  readonly #changed = new Signal<this, void>(this);
  #target: Target;
  #state: ViewState | undefined;
  #connection: string | undefined;
  #isPreview = false;
  readonly #unsubscribe: () => void;

  constructor(tracklens: Tracklens, { target, state, connection }: PanelContent) {
    super();
    this.#tracklens = tracklens;
    this.#target = target;
    this.#state = state;
    this.#connection = connection;
    this.addClass('jp-TracklensPanel');
    this.node.tabIndex = -1;
    this.title.icon = tracklensIcon;
    this.title.closable = true;
    this.#setTitle(panelTitle(target));
    const unsubscribes = [
      tracklens.management.subscribe((experimentKeys) => this.#showNewName(experimentKeys)),
      // Opened without a service, the panel shows the one that is connected next.
      tracklens.clients.onChange(({ configured }) => configured && this.#connection === undefined && this.reload()),
    ];
    this.#unsubscribe = () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }

  override dispose(): void {
    this.#unsubscribe();
    super.dispose();
  }

  get target(): Target {
    return this.#target;
  }

  /** Id of the connection; undefined for a panel that was opened without one, until it is loaded from a service. */
  get connection(): string | undefined {
    return this.#connection;
  }

  /** Whether the next preview replaces the target. The title is then in italics. */
  get isPreview(): boolean {
    return this.#isPreview;
  }

  set isPreview(value: boolean) {
    if (value === this.#isPreview) return;
    this.#isPreview = value;
    this.title.className = value ? 'jp-mod-TracklensPreview' : '';
    this.#changed.emit();
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
    this.#setTitle(panelTitle(target));
    this.content?.update({ target });
    this.#changed.emit();
    this.#showName();
  }

  /** Shows another target, as the user left it, in place of the current one. */
  replace(target: Target, connection: string | undefined): void {
    this.#target = target;
    this.#state = undefined;
    this.#connection = connection;
    this.#setTitle(panelTitle(target));
    this.#changed.emit();
    this.reload();
  }

  /** Shows the named view of the target, if it has one and the user has changed to another. */
  showNamedView(): void {
    const target = this.#target;
    if (target.kind !== 'project' || target.viewId === undefined || this.#state === undefined) return;
    if (this.#state.view !== target.viewId) this.replace(target, this.#connection);
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
    const { clients } = this.#tracklens;
    if (this.#connection === undefined) {
      const { configured, id } = clients.current ?? (await clients.status());
      if (configured) this.#connection ??= id ?? undefined;
    }
    const [{ mountView }, api] = await Promise.all([loadViews(), clients.api(this.#connection)]);
    return () => {
      this.#showName();
      return mountView(this.node, {
        target: this.#target,
        state: this.#state,
        api,
        host: panelHost(this.#tracklens, this.#connection),
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

  #showNewName(experimentKeys: readonly string[]): void {
    const target = this.#target;
    if (this.content !== null && target.kind === 'experiment' && experimentKeys.includes(target.experimentKey))
      this.#showName();
  }

  /** Replaces the experiment key in the title with the name of the experiment. */
  #showName(): void {
    const target = this.#target;
    if (target.kind !== 'experiment') return;
    this.#tracklens.clients
      .api(this.#connection)
      .then((api) => api.getExperimentByKey(target.experimentKey))
      .then((experiment) => {
        const name = experiment?.name;
        if (name && !this.isDisposed && target === this.#target)
          this.#setTitle({ label: name, caption: `${name}\n${target.experimentKey}` });
      })
      // The view shows the error itself.
      .catch(() => {});
  }

  #setTitle({ label, caption }: { readonly label: string; readonly caption: string }): void {
    const { current } = this.#tracklens.clients;
    const isNamed = current?.name !== undefined && current.id === this.#connection;
    this.title.label = label;
    this.title.caption = isNamed ? `${caption}\n${this.#tracklens.translate('Connection: %1', current.name)}` : caption;
  }
}
