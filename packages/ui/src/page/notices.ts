/** Notification at the bottom of the page. */
interface PageNotice {
  readonly id: number;
  readonly message: string;
  readonly remedy?: string | undefined;
}

/** List of current notifications. */
export interface Notices {
  readonly list: readonly PageNotice[];
  add(notice: Omit<PageNotice, 'id'>): void;
  dismiss(id: number): void;
  subscribe(listener: () => void): () => void;
}

/** Maximum number of notifications; the oldest is removed. */
const limit = 3;

/** Creates the list of notifications. A repeated message replaces the earlier one. */
export function notices(): Notices {
  const listeners = new Set<() => void>();
  let list: readonly PageNotice[] = [];
  let last = 0;
  const set = (next: readonly PageNotice[]) => {
    list = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get list() {
      return list;
    },
    add(notice) {
      const others = list.filter(({ message }) => message !== notice.message);
      set([...others, { ...notice, id: ++last }].slice(-limit));
    },
    dismiss: (id) => set(list.filter((notice) => notice.id !== id)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
