import { definitionOf, type EditedText, type Subject, type SubjectKind } from '@tracklens/ui/manage';
import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { showText } from '../show-text.ts';
import { type TextStore, textUri } from '../text-files.ts';
import { translate } from '../translate.ts';
import { withoutIcons } from '../without-icons.ts';

/** URI scheme of notes and comments on the service. */
export const notesScheme = 'tracklens-notes';
/** The container of a text is a command with its subject, as JSON. */
const form = { ending: '.md', hidesOwner: true };

/** Store of notes and comments; saving a document writes it to the service. The command and its subject name a text. */
export function editedTexts({ connection, changes }: Pick<Services, 'changes' | 'connection'>): TextStore {
  return {
    ...form,
    async read(owner) {
      const { text, subject } = await readOwner(owner);
      return text.read((await connection.client()).api, subject);
    },
    async write(owner, _, content) {
      const { text, subject } = await readOwner(owner);
      await text.write((await connection.client()).api, subject, content);
      changes.fire(subject.kind === 'experiment' ? [subject.experimentKey] : []);
      const saved = translate('Saved: %1.', text.title(subject, translate));
      vscode.window.setStatusBarMessage(`$(check) ${withoutIcons(saved)}`, 5000);
    },
  };
}

/** Opens the text that a command edits as a Markdown document. */
export async function openText({ connectionId }: Services, commandId: string, subject: Subject): Promise<void> {
  const uri = textUri(notesScheme, form, JSON.stringify([commandId, subject]), subject.name, connectionId);
  await showText(uri);
}

/** Returns the text of a document, whose URI may be from an earlier version or typed by hand. */
async function readOwner(owner: string): Promise<{ text: EditedText<SubjectKind>; subject: Subject }> {
  const [id, subject] = parsed(owner);
  const definition = typeof id === 'string' ? definitionOf(id) : null;
  if (definition === null || !('loadText' in definition) || !isSubject(subject, definition.kind)) {
    throw vscode.FileSystemError.FileNotFound(owner);
  }
  return { text: (await definition.loadText()) as EditedText<SubjectKind>, subject };
}

function parsed(owner: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(owner);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isSubject(value: unknown, kind: SubjectKind): value is Subject {
  if (typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== kind) return false;
  return Object.values(value).every((field) => typeof field === 'string');
}
