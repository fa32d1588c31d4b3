import { type ComponentType, createContext, lazy, type ReactElement, useContext } from 'react';

/** Retry counter of the error boundary above. */
export const RenderAttempt = createContext(0);

/** Delays between the attempts of one fetch; a busy host often responds to the next. */
const pausesMillis = [300, 1500];

/** Loads a module, with retries if the fetch fails. */
export async function importWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pause of pausesMillis) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  try {
    return await load();
  } catch (cause) {
    throw new Error('Its code could not be loaded. Try again when the connection is back.', { cause });
  }
}

/**
 * Creates a component whose code is fetched when it is first rendered, so that it does not delay the first paint. A
 * failed fetch is retried when an error boundary above renders again; React's `lazy` alone would cache the failure.
 */
export function lazyWithRetry<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let failedIn: number | null = null;
  const made = (attempt: number) =>
    lazy(async () => {
      try {
        return { default: (await importWithRetry(load)) as ComponentType<object> };
      } catch (error) {
        failedIn = attempt;
        throw error;
      }
    });
  let Part = made(0);
  return function LazyPart(props: Props): ReactElement {
    const attempt = useContext(RenderAttempt);
    if (failedIn !== null && failedIn !== attempt) {
      failedIn = null;
      Part = made(attempt);
    }
    return <Part {...props} />;
  };
}
