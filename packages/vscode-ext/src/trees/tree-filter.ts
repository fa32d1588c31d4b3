import * as vscode from 'vscode';
import type { TreeProvider } from './tree-provider.ts';

/** Filter text shared by all trees. */
export class TreeFilter {
  readonly #trees: () => readonly TreeProvider[];
  #words = '';

  constructor(trees: () => readonly TreeProvider[]) {
    this.#trees = trees;
  }

  get words(): string {
    return this.#words;
  }

  async set(words: string): Promise<void> {
    this.#words = words;
    void vscode.commands.executeCommand('setContext', 'tracklens.filtered', words.trim() !== '');
    await Promise.all(this.#trees().map((tree) => tree.setFilter(words)));
  }
}
