import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';
import type { Message } from '@lumino/messaging';
import { type ISignal, Signal } from '@lumino/signaling';
import type { MountedQueryPanel } from '@tracklens/ui';
import { commandIds } from '../command-ids.ts';
import { queryIcon } from '../icons.ts';
import { LazyWidget } from '../lazy-widget.ts';
import { loadViews } from '../load-views.ts';
import { panelHost } from '../panels/panel-host.ts';
import type { Tracklens } from '../tokens.ts';

/** Project and query that the panel starts with. */
export interface QueryStart {
  readonly workspace: string;
  readonly projectName: string;
  readonly query?: string;
}

/** Query panel. It loads nothing before it first becomes visible. */
export class QueryWidget extends LazyWidget<MountedQueryPanel> {
  readonly #tracklens: Tracklens;
  readonly #changed = new Signal<this, void>(this);
  #start: QueryStart | null;
  /**
   * Whether the panel was activated before its content was loaded and should take the focus. A restored panel does
   * not.
   */
  #focusesOnLoad = false;
  readonly #unsubscribe: () => void;

  constructor(tracklens: Tracklens, start: QueryStart | null) {
    super();
    this.#tracklens = tracklens;
    this.#start = start;
    this.id = 'tracklens-query';
    this.addClass('jp-TracklensQuery');
    this.title.label = tracklens.translate('Query');
    this.title.caption = tracklens.translate('Find experiments by a query');
    this.title.icon = queryIcon;
    this.title.closable = true;
    this.#unsubscribe = tracklens.clients.onChange(({ configured }) => configured && this.reload());
  }

  override dispose(): void {
    this.#unsubscribe();
    super.dispose();
  }

  /** Current project and query, used to restore the panel. */
  get start(): QueryStart | null {
    return this.#start;
  }

  /** Emitted when the project or the query changes. */
  get changed(): ISignal<this, void> {
    return this.#changed;
  }

  /** Reloads the panel with another project or query. In its own project, the text that the user has typed stays. */
  startAt(start: QueryStart): void {
    const { workspace, projectName } = this.#start ?? {};
    const isShown = start.workspace === workspace && start.projectName === projectName;
    if (isShown && start.query === undefined) return;
    this.#start = start;
    this.#changed.emit();
    this.reload();
  }

  protected override onActivateRequest(_message: Message): void {
    this.#focusesOnLoad = this.content === null;
    this.content?.focus();
  }

  protected override problem(reason: string): string {
    return this.#tracklens.translate('The query panel cannot be shown (%1). Reload the page.', reason);
  }

  protected override async load(): Promise<() => MountedQueryPanel> {
    const { clients, commands, translate, pollMillis } = this.#tracklens;
    const id = (clients.current ?? (await clients.status())).id ?? undefined;
    const [{ mountQueryPanel }, api] = await Promise.all([loadViews(), clients.api(id)]);
    const execute = (command: string, args: object) =>
      void commands.execute(command, args as ReadonlyPartialJSONObject);
    return () => {
      const panel = mountQueryPanel(this.node, {
        api,
        host: panelHost(this.#tracklens, id),
        initial: this.#start ?? undefined,
        strings: translate,
        pollMillis,
        commands: [
          {
            title: translate('Insert Cell'),
            run: (target) => execute(commandIds.insertCell, { target }),
          },
          { title: translate('Save Search…'), run: (target) => execute(commandIds.saveSearch, target) },
        ],
        onChange: ({ project, query }) => {
          if (project === null) return;
          this.#start = { ...project, query };
          this.#changed.emit();
        },
      });
      if (this.#focusesOnLoad) panel.focus();
      this.#focusesOnLoad = false;
      return panel;
    };
  }
}
