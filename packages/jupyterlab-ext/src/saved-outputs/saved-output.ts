import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import type { ReadonlyPartialJSONObject } from '@lumino/coreutils';
import { type Snapshot, type ViewPayload, viewMimeType } from '@tracklens/core/display';
import type { MountedView } from '@tracklens/ui';
import type { OutputForms } from './output-forms.ts';

/** Live view of an output. */
export interface LiveView {
  readonly view: MountedView;
  /** Payload from which the view was drawn. */
  readonly payload: ViewPayload;
}

/** What a saved output needs of its notebook and of the settings. */
export interface SavedOutputOptions {
  /** Writes the output if its notebook can be changed and still contains it. */
  write(): void;
  /** Whether a cell that ran in this session made the output. */
  isOfSession(): boolean;
  /** States that this page follows the run of the output, to the other pages of a shared notebook. */
  follow(): void;
  /** Polling interval of the views, in milliseconds. */
  pollMillis(): number;
}

/** Delay after a change, so that the reads that follow it are finished; and the least time between two copies. */
const settleMillis = 1000;
const minMillis = 5000;
/** Interval at which a running experiment is checked whose view may not be visible. */
const checkMillis = 60_000;
/** Number of polls without a change after which the data of a running experiment have stopped. */
const quietPolls = 4;

/**
 * Saved form of one live output. It makes a new copy soon after the data or the arrangement has changed, and holds it
 * until the output is written: before the notebook is saved, and when an experiment that ran has ended or is quiet.
 * Other changes do not mark a notebook as unsaved.
 */
export class SavedOutput {
  readonly #model: IRenderMime.IMimeModel;
  readonly #options: SavedOutputOptions;
  /** Views of the output; the last one was arranged last. The output gets its arrangement. */
  #views: LiveView[] = [];
  #forms: OutputForms | null = null;
  /** Payload that was written last, as JSON. */
  #written = '';
  #isRunning = false;
  /**
   * Whether a run of this session has to be written when it ends. A stored output only states that its run was running.
   */
  #isFollowed = false;
  #takenAtMillis = Number.NEGATIVE_INFINITY;
  #taking: Promise<void> | null = null;
  #change: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setTimeout> | undefined;

  constructor(model: IRenderMime.IMimeModel, options: SavedOutputOptions) {
    this.#model = model;
    this.#options = options;
  }

  /** Adds a view, or replaces its payload. */
  attach(view: LiveView): void {
    const isNew = this.#views.every((other) => other.view !== view.view);
    this.#views = isNew
      ? [view, ...this.#views]
      : this.#views.map((other) => (other.view === view.view ? view : other));
    if (!isRunning(view.payload.snapshot)) return;
    this.#isRunning = true;
    if (!isNew || !this.#options.isOfSession()) return;
    // The run may end before the view reads it for the first time, and its cell before the view is drawn.
    this.#isFollowed = true;
    this.#options.follow();
    this.changed();
  }

  /** Removes a view. */
  detach(view: MountedView): void {
    this.#views = this.#views.filter((other) => other.view !== view);
    if (this.#views.length === 0) for (const timer of [this.#change, this.#quiet, this.#check]) clearTimeout(timer);
  }

  /** Whether this object has written the payload, which its views show already. */
  hasWritten(payload: string): boolean {
    return payload === this.#written;
  }

  /** Makes a new copy soon, with the arrangement of this view: the user has changed it. */
  arranged(view: MountedView): void {
    const arranged = this.#views.filter((one) => one.view === view);
    this.#views = [...this.#views.filter((one) => one.view !== view), ...arranged];
    this.changed();
  }

  /** Makes a new copy soon: the data have changed. */
  changed(): void {
    clearTimeout(this.#change);
    const pause = Math.max(settleMillis, this.#takenAtMillis + minMillis - Date.now());
    this.#change = setTimeout(() => void this.#take(2 * this.#options.pollMillis()), pause);
  }

  /** Reads again what may have changed, if an experiment was running: a cell of the notebook has ended. */
  async executed(): Promise<void> {
    if (!this.#isRunning) return;
    this.#isFollowed = true;
    this.#options.follow();
    await this.#taking;
    await this.#take(0);
  }

  /** Stores the height that the user has chosen. */
  resize(height: number | undefined): void {
    this.#views = this.#views.map(({ view, payload }) => ({ view, payload: resized(payload, height) }));
    const payload = resized((this.#forms ?? this.#model.data)[viewMimeType] as ViewPayload, height);
    this.#forms = { ...(this.#forms ?? this.#model.data), [viewMimeType]: payload };
    this.#options.write();
  }

  /** Writes the newest copy into the output, with the current arrangement of the view, unless the output has them. */
  write(): void {
    const { data } = this.#model;
    const forms = Object.hasOwn(data, viewMimeType) ? this.#arrangedForms() : null;
    this.#forms = null;
    if (forms === null) return;
    // The image of a tab with charts does not stay when the open tab has none.
    const { 'image/png': _, ...others } = data;
    const written = JSON.parse(JSON.stringify({ ...others, ...forms })) as ReadonlyPartialJSONObject;
    this.#written = JSON.stringify(written[viewMimeType]);
    this.#model.setData({ data: written });
  }

  /** Returns the newest copy, with the arrangement of the view if that has changed since; null without either. */
  #arrangedForms(): OutputForms | null {
    const shown = this.#views.at(-1);
    if (shown === undefined) return this.#forms;
    const state = shown.view.getState();
    if (JSON.stringify(state) === JSON.stringify(shown.payload.state ?? { version: 1 })) return this.#forms;
    this.#views = this.#views.map(({ view, payload }) => ({ view, payload: { ...payload, state } }));
    const forms = this.#forms ?? this.#model.data;
    return { ...forms, [viewMimeType]: { ...(forms[viewMimeType] as ViewPayload), state } };
  }

  #take(maxAgeMillis: number): Promise<void> {
    clearTimeout(this.#change);
    this.#taking ??= this.#newForms(maxAgeMillis)
      // Without a connection the last copy stays; the next change or check tries again.
      .catch((error: unknown) => console.debug('Tracklens: no new copy of an output.', error))
      .finally(() => {
        this.#taking = null;
      });
    return this.#taking;
  }

  async #newForms(maxAgeMillis: number): Promise<void> {
    const shown = this.#views.at(-1);
    if (shown === undefined) return;
    this.#takenAtMillis = Date.now();
    const { outputForms, reducedImage } = await import('./index.ts');
    const snapshot = await shown.view.takeSnapshot({ maxAgeMillis, reduceImage: reducedImage });
    if (snapshot === null) return;
    // The payload may get another height meanwhile.
    const payload = () => (this.#views.find(({ view }) => view === shown.view) ?? shown).payload;
    const next = { ...payload(), state: shown.view.getState(), snapshot };
    const isNew = content(next) !== content(this.#model.data[viewMimeType] as ViewPayload);
    const forms = isNew ? await outputForms(next) : null;
    this.#forms = forms && { ...forms, [viewMimeType]: resized(next, payload().height) };
    this.#follow(isRunning(snapshot));
  }

  /** Writes the output of an experiment that has ended or is quiet, and checks a running one from time to time. */
  #follow(running: boolean): void {
    const hasEnded = this.#isFollowed && !running;
    this.#isRunning = running;
    this.#isFollowed = running;
    if (running) this.#options.follow();
    clearTimeout(this.#quiet);
    clearTimeout(this.#check);
    if (hasEnded) this.#options.write();
    if (!running || this.#views.length === 0) return;
    this.#quiet = setTimeout(() => this.#options.write(), quietPolls * this.#options.pollMillis());
    this.#check = setTimeout(() => void this.#take(checkMillis / 2), checkMillis);
  }
}

const isRunning = (snapshot: Snapshot | undefined) =>
  snapshot?.experiments.some(({ metadata }) => metadata.running) ?? false;

function resized({ height: _, ...payload }: ViewPayload, height: number | undefined): ViewPayload {
  return height === undefined ? payload : { ...payload, height };
}

/** Text by which two payloads are compared: all but the time of the snapshot. */
function content({ snapshot, ...payload }: ViewPayload): string {
  return JSON.stringify([payload, snapshot && { ...snapshot, takenAtMillis: 0 }]);
}
