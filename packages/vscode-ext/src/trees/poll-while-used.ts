import type { FreshRows } from '@tracklens/ui/trees';
import * as vscode from 'vscode';

/**
 * Polls while a view is visible and the window is in use. A view counts as visible even if its window is hidden. A
 * window without a click or key press for a minute is no longer active, but the user may still look at it.
 */
export function pollWhileUsed(view: vscode.TreeView<unknown>, polling: FreshRows): vscode.Disposable {
  const update = () => {
    const { focused, active } = vscode.window.state;
    polling.setVisible(view.visible && (focused || active));
  };
  update();
  return vscode.Disposable.from(
    view.onDidChangeVisibility(update),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      update();
      if (focused && view.visible) polling.focus();
    }),
  );
}
