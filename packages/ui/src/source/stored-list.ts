import type { HostStorage } from '@tracklens/core/display';

/** Maximum number of characters of a list: hosts read and write texts of at most 200,000. */
const maxCharacters = 150_000;

/** List that a host stores as one text, for one user on one machine. */
export interface StoredList<Item> {
  /** Returns the items; none if they are invalid. Rejects when the host cannot read them. */
  read(): Promise<readonly Item[]>;
  /** Replaces the items. The last ones are dropped if they are too many. Rejects when the host cannot store them. */
  change(next: (items: readonly Item[]) => readonly Item[]): Promise<void>;
}

/** The last change of each storage. */
const pending = new WeakMap<HostStorage, Promise<unknown>>();

/** Runs a change of a storage after those before it: views of one page change the same texts. */
export function changeInOrder<Result>(storage: HostStorage, change: () => Promise<Result>): Promise<Result> {
  const before = pending.get(storage) ?? Promise.resolve();
  const changed = before.catch(() => {}).then(change);
  pending.set(storage, changed);
  return changed;
}

/** Returns a list of at most `maxItems` items in a host's storage. An item that is too long is not stored. */
export function storedList<Item>(
  storage: HostStorage,
  name: string,
  { isItem, maxItems }: { readonly isItem: (value: unknown) => value is Item; readonly maxItems: number },
): StoredList<Item> {
  const readNow = async () => itemsOf(await storage.read(name)).filter(isItem);
  return {
    async read() {
      await pending.get(storage)?.catch(() => {});
      return await readNow();
    },
    change: (next) =>
      changeInOrder(storage, async () => storage.write(name, limitedText(next(await readNow()).slice(0, maxItems)))),
  };
}

function itemsOf(text: string | null): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Returns the items that fit into the limit as a text; null without any. */
function limitedText(items: readonly unknown[]): string | null {
  const texts: string[] = [];
  let characters = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    if (characters + text.length > maxCharacters) continue;
    characters += text.length;
    texts.push(text);
  }
  return texts.length === 0 ? null : `[${texts.join()}]`;
}
