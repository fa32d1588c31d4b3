/** Module with the client and the views. */
export type Views = typeof import('./views.ts');

let loading: Promise<Views> | null = null;

/** Loads the views and their style sheet. After a failure, for example without a network, the next call retries. */
export function loadViews(): Promise<Views> {
  loading ??= import('./views.ts').then(
    (views) => {
      views.addViewStyle();
      return views;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}
