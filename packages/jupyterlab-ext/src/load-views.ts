type Views = typeof import('./views.ts');

let loading: Promise<Views> | null = null;

/** Loads the views; a failure (a network that is gone) is tried again by the next call. */
export function loadViews(): Promise<Views> {
  loading ??= import('./views.ts').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
