import * as v from 'valibot';

const ids = v.pipe(v.array(v.string()), v.maxLength(200));

/** Expansion, selection and scroll position of a tree, which a host stores. */
export const TreeState = v.object({
  /** Ids of the expanded nodes. */
  expanded: v.fallback(ids, []),
  /** Ids of the selected nodes. */
  selected: v.fallback(ids, []),
  /** Id of the topmost visible node; null for the first one. */
  top: v.fallback(v.nullable(v.string()), null),
});
export type TreeState = Readonly<v.InferOutput<typeof TreeState>>;

/** State of a tree that was never shown. */
export const initialTreeState: TreeState = { expanded: [], selected: [], top: null };

/** Reads a stored state; anything else is the initial state. */
export function readTreeState(text: string | null | undefined): TreeState {
  try {
    const read = v.safeParse(TreeState, JSON.parse(text ?? ''));
    return read.success ? read.output : initialTreeState;
  } catch {
    return initialTreeState;
  }
}

/** Maximum number of nodes that are stored, the latest ones. */
const storedIds = 200;

/** Returns the stored form of a state; null for the initial one. */
export function treeStateText({ expanded, selected, top }: TreeState): string | null {
  if (expanded.length === 0 && selected.length === 0 && top === null) return null;
  return JSON.stringify({ expanded: expanded.slice(-storedIds), selected: selected.slice(-storedIds), top });
}
