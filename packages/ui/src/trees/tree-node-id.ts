/** Id of the root, the parent of the first rows. */
export const rootId = '[]';

/** Returns the id of a node below another, `null` for the root. A node has the same id after every refresh. */
export function treeNodeId(parent: { readonly id: string } | null, ...path: string[]): string {
  return idBelow(parent?.id ?? rootId, JSON.stringify(path));
}

/** Returns the id that a node of a tree has when the whole tree is shown below another node. */
export function idBelow(parentId: string, id: string): string {
  return parentId === rootId ? id : `${parentId.slice(0, -1)},${id.slice(1)}`;
}

/** Returns the id that a node below another has in its own tree: the inverse of `idBelow`. */
export function ownId(parentId: string, id: string): string {
  return `[${id.slice(parentId.length)}`;
}

/** Whether a node is another one or below it. */
export function isWithin(id: string, ancestorId: string): boolean {
  return ancestorId === rootId || id === ancestorId || id.startsWith(`${ancestorId.slice(0, -1)},`);
}
