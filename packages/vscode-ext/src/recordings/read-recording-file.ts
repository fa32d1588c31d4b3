import { reasonOf } from '@tracklens/core/client';
import { type RecordingSummary, recordingLimits, recordingSummary } from '@tracklens/core/contract';
import { sizeText } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { decompressed, isWeb } from '#platform';
import { needsNode } from '../platform/needs-node.ts';
import { t } from '../sentence.ts';
import { isSavedView, type ReadRecording, readRecording } from './recording-file.ts';

/** Recording of experiments, as its file has it. */
export interface ExperimentFile extends RecordingSummary {
  readonly bytes: Uint8Array;
  /** Size of its text in bytes, unpacked. */
  readonly textBytes: number;
}

/** Content of a `.tracklens` file, or the reason why it cannot be shown. */
export type FileContent = ReadRecording | { readonly ok: true; readonly experiments: ExperimentFile };

/** Reads a `.tracklens` file, which is untrusted: a saved view, or a recording of experiments. Never throws. */
export async function readRecordingFile(uri: vscode.Uri): Promise<FileContent> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > recordingLimits.file) return tooLargeFile();
    const bytes = await vscode.workspace.fs.readFile(uri);
    return isSavedView(bytes) ? readRecording(bytes) : await readExperiments(bytes);
  } catch (error) {
    return { ok: false, problem: vscode.l10n.t('The file cannot be read: {0}', reasonOf(error)) };
  }
}

async function readExperiments(bytes: Uint8Array): Promise<FileContent> {
  if (isWeb) {
    return {
      ok: false,
      problem: t('This file is no saved view. It may be a recording of experiments. {0}', needsNode()),
    };
  }
  const unpacked = await decompressed(bytes, recordingLimits.text);
  if (unpacked === 'too large') return tooLargeFile();
  const summary = unpacked && recordingSummary(new TextDecoder().decode(unpacked));
  if (!summary) {
    return { ok: false, problem: t('This file is damaged or has another format. Save the recording again.') };
  }
  return { ok: true, experiments: { ...summary, bytes, textBytes: unpacked.byteLength } };
}

function tooLargeFile(): FileContent {
  const problem = t(
    'This file is larger than a recording of experiments can be: {0}, unpacked {1}. Record fewer experiments.',
    sizeText(recordingLimits.file),
    sizeText(recordingLimits.text),
  );
  return { ok: false, problem };
}
