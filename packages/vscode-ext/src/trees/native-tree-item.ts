import * as vscode from 'vscode';
import type { TreeRow } from './tree-item.ts';

/** Returns the editor's item of a row, without its command. */
export function nativeTreeItem(row: TreeRow, isExpanded: boolean): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(row.label, row.expandable ? (isExpanded ? Expanded : Collapsed) : None);
  const { id, color } = row.icon;
  item.id = row.id;
  item.description = row.description;
  item.iconPath = new vscode.ThemeIcon(id, color ? new vscode.ThemeColor(color) : undefined);
  item.contextValue = row.contextValue;
  item.accessibilityInformation = { label: row.spoken };
  return item;
}
