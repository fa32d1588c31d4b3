/** State that a page shares with the other pages of a document. */
type SharedState = Readonly<Record<string, unknown>>;

/** Pages that share a document, by client id, with what each states about itself. */
export interface SharedPages {
  readonly clientID: number;
  getStates(): ReadonlyMap<number, SharedState>;
  getLocalState(): SharedState | null;
  setLocalStateField(name: string, value: unknown): void;
}

/** Field of the shared state with the outputs whose runs a page follows. */
const field = 'tracklensFollows';

function followedBy(state: SharedState | null): readonly unknown[] {
  const followed = state?.[field];
  return Array.isArray(followed) ? followed : [];
}

/** States that this page follows the run of an output, so that it can write its end. */
export function stateFollowing(pages: SharedPages | null | undefined, output: string): void {
  const followed = followedBy(pages?.getLocalState() ?? null);
  if (!followed.includes(output)) pages?.setLocalStateField(field, [...followed, output]);
}

/**
 * Whether this page writes an output of a document that several pages share, as with jupyter-collaboration: the one
 * with the lowest id among those that follow its run does, because an untrusted page reads nothing. Without a run, it
 * is the one with the lowest id. The server takes part too, but without a user.
 */
export function isWritingPage(pages: SharedPages | null | undefined, output: string): boolean {
  const users = [...(pages?.getStates() ?? [])].filter(([, state]) => state.user !== undefined);
  const following = users.filter(([, state]) => followedBy(state).includes(output));
  const ids = (following.length > 0 ? following : users).map(([id]) => id);
  return pages === null || pages === undefined || ids.length === 0 || Math.min(...ids) === pages.clientID;
}
