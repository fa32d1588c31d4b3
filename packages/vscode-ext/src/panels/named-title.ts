import type { Target } from '@tracklens/core/display';
import { shortenedMiddle } from '@tracklens/ui/trees';
import type { Disposable, WebviewPanel } from 'vscode';
import type { Services } from '../services.ts';
import { panelTitle } from './panel-title.ts';

/** Maximum number of characters of a name: a longer one would leave no space for other tabs of the editor. */
const nameLength = 40;

/** Returns the title of a target before the name of its experiment is read. That of a query is short already. */
function shortTitle(target: Target): string {
  const title = panelTitle(target);
  return target.kind === 'query' ? title : shortenedMiddle(title, nameLength);
}

/** Title of a panel: its target, with the name of the experiment once that is read. */
export class NamedTitle implements Disposable {
  readonly #panel: Pick<WebviewPanel, 'title'>;
  readonly #services: Pick<Services, 'connection' | 'connections' | 'connectionId'>;
  #title: string | null = null;
  /** Number of the last read. Names that earlier ones return are ignored. */
  #reads = 0;

  constructor(
    panel: Pick<WebviewPanel, 'title'>,
    services: Pick<Services, 'connection' | 'connections' | 'connectionId'>,
  ) {
    this.#panel = panel;
    this.#services = services;
  }

  /** Forgets the name, because the panel gets another target. */
  reset(): void {
    this.#title = null;
  }

  /** Shows a name that is known before it is read. */
  showName(name: string): void {
    this.#title = shortenedMiddle(name, nameLength);
    this.update();
  }

  /** Shows the title of a target, and reads the name of its experiment. A known name stays until then. */
  async show(target: Target): Promise<void> {
    const read = ++this.#reads;
    this.#title ??= shortTitle(target);
    this.update();
    if (target.kind !== 'experiment') return;
    const client = await this.#services.connection.client().catch(() => null);
    const experiment = await client?.api.getExperimentByKey(target.experimentKey).catch(() => null);
    const name = (await experiment?.getMetadata().catch(() => null))?.experimentName;
    if (read !== this.#reads || !name) return;
    this.showName(name);
  }

  /** Writes the title, with the name of the connection when there are several. Called again when those have changed. */
  update(): void {
    const profiles = this.#services.connections.profiles();
    const profile = profiles.find(({ id }) => id === this.#services.connectionId);
    const isNamed = profiles.length > 1 && profile !== undefined;
    this.#panel.title = isNamed ? `${this.#title} · ${profile.name}` : this.#title!;
  }

  /** Ignores what is still read: a closed panel has no title. */
  dispose(): void {
    this.#reads++;
  }
}
