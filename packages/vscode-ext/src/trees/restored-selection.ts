import type { TreeNode } from '@tracklens/ui/trees';
import type * as vscode from 'vscode';

/** Storage of the selection of a tree. */
export interface SelectionStore {
  /** Id of the row that was selected last, before the window was reloaded. */
  selectedBefore(): string | undefined;
  /** Called with the id of the row that is selected now. */
  onSelect(id: string): void;
}

/** Selection of a tree that is restored after a reload of the window. */
export class RestoredSelection implements vscode.Disposable {
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #store: SelectionStore;
  readonly #listener: vscode.Disposable;
  /** Whether the earlier selection has been restored, or replaced by the user. */
  #isSettled = false;

  constructor(view: vscode.TreeView<TreeNode>, store: SelectionStore) {
    this.#view = view;
    this.#store = store;
    this.#listener = view.onDidChangeSelection(({ selection: [node] }) => {
      this.#isSettled = true;
      if (node) store.onSelect(node.id);
    });
  }

  dispose(): void {
    this.#listener.dispose();
  }

  /**
   * Selects the row that was selected before a reload, if the editor is about to receive it. Expands and reads nothing.
   * `registered` returns the object by which the editor identifies a row.
   */
  restore(rows: readonly TreeNode[], registered: (row: TreeNode) => TreeNode): void {
    const id = this.#isSettled ? undefined : this.#store.selectedBefore();
    const selected = rows.find((row) => row.id === id);
    if (!selected) return;
    this.#isSettled = true;
    const options = { select: true, focus: false, expand: false };
    // The row is known to the editor after it has received its siblings. Without the row, nothing is selected.
    setTimeout(() => void this.#view.reveal(registered(selected), options).then(undefined, () => {}));
  }
}
