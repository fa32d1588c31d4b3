import * as vscode from 'vscode';
import { type LoggedText, loggedTexts } from './logged-texts.ts';

/** Text of an experiment, as the URI of its document names it. */
export interface TextQuery {
  readonly connection: string;
  readonly experimentKey: string;
  readonly what: LoggedText;
}

/** Parses the URI of a text. Throws when it is invalid. */
export function readTextUri(uri: vscode.Uri): TextQuery {
  try {
    const { connection, experimentKey, what } = JSON.parse(uri.query);
    const isText = (value: unknown) => typeof value === 'string';
    if (isText(connection) && isText(experimentKey) && Object.hasOwn(loggedTexts, what))
      return { connection, experimentKey, what };
  } catch {
    // Not JSON of this form.
  }
  throw vscode.FileSystemError.FileNotFound(uri);
}
