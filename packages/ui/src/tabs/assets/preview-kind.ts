import { indentedJson } from './json-source.ts';
import { mediaTypeOf, textOf } from './media-type.ts';

/** Kind of preview for a file. */
export type PreviewKind =
  | 'image'
  | 'audio'
  | 'video'
  | 'scene'
  | 'embedding'
  | 'curve'
  | 'table'
  | 'notebook'
  | 'markdown'
  | 'html'
  | 'text'
  | 'none';

/** Maximum size of a file with a preview, in bytes. */
export const maxPreviewBytes = 20_000_000;

/** Returns the extension of a file name in lower case, without the dot; empty for none. */
export function extensionOf(fileName: string): string {
  return /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/**
 * Returns the kind of preview for a file. The bytes decide; the name only distinguishes kinds of text, and the type of
 * the asset those of archives and of JSON.
 */
export function previewKind(bytes: Uint8Array, fileName: string, assetType = 'asset'): PreviewKind {
  if (assetType === '3d-image') return 'scene';
  if (assetType === 'embeddings') return 'embedding';
  const type = mediaTypeOf(bytes);
  if (type?.startsWith('image/')) return 'image';
  if (type?.startsWith('audio/')) return 'audio';
  if (type?.startsWith('video/')) return 'video';
  if (type !== null || textOf(bytes) === null) return 'none';
  if (assetType === 'curve') return 'curve';
  if (assetType === 'notebook') return 'notebook';
  switch (extensionOf(fileName)) {
    case 'csv':
    case 'tsv':
    case 'jsonl':
    case 'ndjson':
      return 'table';
    case 'ipynb':
      return 'notebook';
    case 'md':
    case 'markdown':
      return 'markdown';
    case 'html':
    case 'htm':
      return 'html';
    case 'json':
      return assetType === 'dataframe' ? 'table' : 'text';
    default:
      return 'text';
  }
}

/** Indents JSON for reading. Other texts, invalid JSON and long texts are returned unchanged. */
export function readableText(text: string, fileName: string): string {
  const extension = extensionOf(fileName);
  if ((extension !== 'json' && extension !== '') || text.length > 2_000_000 || !/^\s*[[{]/.test(text)) return text;
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return indentedJson(text) ?? text;
}

/** Parses CSV or TSV with quoted cells and line breaks within them. Returns at most `limit` rows. */
export function tableRows(text: string, separator: ',' | '\t', limit: number): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (let at = 0; at < plain.length && rows.length < limit; at++) {
    const letter = plain[at]!;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (letter === '"' && cell === '') quoted = true;
    else if (letter === separator) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && plain[at + 1] === '\n') at++;
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += letter;
  }
  if (rows.length < limit && (cell !== '' || row.length > 0)) rows.push([...row, cell]);
  return rows;
}
