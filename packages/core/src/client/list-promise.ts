/** Elements of a list in batches. */
export type Batches<Element> = AsyncGenerator<readonly Element[], void, undefined>;

/**
 * Result of an operation that returns a list. `await` returns the whole list. `for await` requests its elements and
 * yields them while they arrive, in bounded memory; leaving the loop cancels the rest of the response.
 */
export class ListPromise<Element, List = Element[]> extends Promise<List> implements AsyncIterable<Element> {
  private readonly iterate: () => AsyncGenerator<Element, void, undefined>;
  /** Requests the whole list, once. */
  private readonly load: () => void;
  private isIterated = false;

  /** @internal */
  constructor(load: () => Promise<List>, iterate: () => AsyncGenerator<Element, void, undefined>) {
    let [settle, isLoaded] = [(_: Promise<List>) => {}, false];
    super((done, fail) => {
      settle = (result) => void result.then(done, fail);
    });
    this.iterate = iterate;
    this.load = () => {
      if (!isLoaded) settle(load());
      isLoaded = true;
    };
    // A loop calls the iterator at once. Everything else wants the whole list.
    queueMicrotask(() => {
      if (!this.isIterated) this.load();
    });
  }

  /** Derived promises are ordinary ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // biome-ignore lint/suspicious/noThenProperty: the whole list is requested when somebody waits for it
  override then<A = List, B = never>(
    onFulfilled?: ((value: List) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.load();
    return super.then(onFulfilled, onRejected);
  }

  /** Yields the elements while they arrive. */
  [Symbol.asyncIterator](): AsyncGenerator<Element, void, undefined> {
    this.isIterated = true;
    // If the whole list was requested too, nobody may wait for it.
    super.then(undefined, () => {});
    return this.iterate();
  }
}
