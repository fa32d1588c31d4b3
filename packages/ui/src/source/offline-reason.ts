/**
 * Reason why a view shows its saved copy instead of the service's data, if it is more than a missing connection. The
 * texts are English sentences for the user.
 */
export interface OfflineReason {
  /** Description of the reason: `This notebook is not trusted, so its outputs show the saved snapshot.` */
  readonly message: string;
  /** Remedy: how to see data missing from the copy; a full sentence. */
  readonly remedy: string;
  /** Button that performs the remedy. */
  readonly action?: { readonly title: string; run(): void } | undefined;
}
