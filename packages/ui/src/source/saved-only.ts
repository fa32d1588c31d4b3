/**
 * Why a view shows its saved copy and does not read the service, where that is more than a missing connection: sentences in
 * English, for the person who looks at it.
 */
export interface SavedOnly {
  /** What happened: `This notebook is not trusted, so its outputs show the saved copy.` */
  readonly message: string;
  /** How to see what the copy does not hold, a whole sentence. */
  readonly remedy: string;
  /** A button that leads to it. */
  readonly action?: { readonly title: string; run(): void } | undefined;
}
