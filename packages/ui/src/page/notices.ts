import { emitter } from '../events/emitter.ts';

/** Notification at the bottom of the page. */
interface PageNotice {
  readonly id: number;
  readonly message: string;
  readonly remedy?: string | undefined;
}

/** Maximum number of notifications; the oldest is removed. */
const limit = 3;

/** List of current notifications. */
export class Notices {
  #list: readonly PageNotice[] = [];
  #last = 0;
  readonly #changes = emitter();
  readonly subscribe = this.#changes.subscribe;

  get list(): readonly PageNotice[] {
    return this.#list;
  }

  /** Adds a notification. A repeated message replaces the earlier one. */
  add(notice: Omit<PageNotice, 'id'>): void {
    const others = this.#list.filter(({ message }) => message !== notice.message);
    this.#set([...others, { ...notice, id: ++this.#last }].slice(-limit));
  }

  dismiss(id: number): void {
    this.#set(this.#list.filter((notice) => notice.id !== id));
  }

  #set(list: readonly PageNotice[]): void {
    this.#list = list;
    this.#changes.emit();
  }
}
