/** Functions that are called with the result of work that nobody need wait for. */
export interface WorkFollower {
  /** Called when the work is done. */
  onSuccess(): void;
  /** Called with the error of the work, and with its promise, which knows whether somebody waits for it. */
  onFailure(error: unknown, promise: UnawaitedPromise<unknown>): void;
}

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

  /** Returns the promise of some work, whose follower gets the result. */
  static of<T>(work: Promise<T>, follower: WorkFollower | undefined): UnawaitedPromise<T> {
    return newPromise(work, follower);
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` and `catch` call it, which shows that somebody waits
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isAwaited = true;
    return super.then(onFulfilled, onRejected);
  }

  /** Marks a rejection as handled, without counting as a caller that waits. */
  handleRejection(): void {
    void super.then(undefined, () => {});
  }
}

/** Returns a new promise of some work. A class that names itself within its body gets another name in bundles. */
function newPromise<T>(work: Promise<T>, follower: WorkFollower | undefined): UnawaitedPromise<T> {
  // One reaction only: a training loop makes such a promise for each point.
  const promise = new UnawaitedPromise<T>((done, fail) => {
    work.then(
      (value) => {
        done(value);
        follower?.onSuccess();
      },
      (error: unknown) => {
        promise.handleRejection();
        fail(error);
        follower?.onFailure(error, promise);
      },
    );
  });
  return promise;
}
