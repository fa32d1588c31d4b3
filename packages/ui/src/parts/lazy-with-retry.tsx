import { type ComponentType, createContext, lazy, type ReactElement, useContext } from 'react';

/** How often what stands below a boundary was drawn anew after a failure. */
export const RenderAttempt = createContext(0);

/** Between the attempts at one fetch: a busy host often answers the next. */
const pausesMillis = [300, 1500];

/** What an import gives, tried again when the fetch fails. */
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
    throw new Error('Its code could not be fetched. Try again when the connection is back.', { cause });
  }
}

/**
 * A part of a view whose code is fetched when it is first drawn, so that the first paint does not wait for it. What could not be
 * fetched is fetched anew when a boundary above draws it again; `lazy` of React alone would keep the failure for good.
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
  return function LatePart(props: Props): ReactElement {
    const attempt = useContext(RenderAttempt);
    if (failedIn !== null && failedIn !== attempt) {
      failedIn = null;
      Part = made(attempt);
    }
    return <Part {...props} />;
  };
}
