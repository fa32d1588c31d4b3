/**
 * Promise of work that the caller need not wait for: its rejection never counts as unhandled. The owner of the work
 * reports an error if `isAwaited` is false.
 */
export class UnawaitedPromise<T> extends Promise<T> {
  /** Whether the promise was awaited, or a handler was attached to it. */
  isAwaited = false;

  /** Derived promises are ordinary ones, whose rejections count as unhandled. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** Returns the promise of some work. */
  static of<T>(work: Promise<T>): UnawaitedPromise<T> {
    const promise = newPromise(work);
    void promise.failure();
    return promise;
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` and `catch` call it, which shows that somebody waits
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isAwaited = true;
    return super.then(onFulfilled, onRejected);
  }

  /** Waits for the work without counting as a caller that waits. Resolves with its error; null if it succeeded. */
  failure(): Promise<{ readonly error: unknown } | null> {
    return super.then(
      () => null,
      (error: unknown) => ({ error }),
    );
  }
}

/** Returns a new promise of some work. A class that names itself within its body gets another name in bundles. */
function newPromise<T>(work: Promise<T>): UnawaitedPromise<T> {
  return new UnawaitedPromise<T>((done, fail) => work.then(done, fail));
}
