import { toBase64 } from '../../snapshots/base64.ts';
import { Allowance } from '../../snapshots/content-budget.ts';
import { firstZipText } from '../../snapshots/zip-text.ts';
import { withFiles } from './assets.ts';
import { contentBytes, fileBytes, recordBytes } from './budget.ts';
import type { Content, ContentSource } from './content-source.ts';

/** Length of the beginning of a patch that is held as text. */
const patchBytes = 12_000;

/** Reads the script, the git details with the patch, the model graph, and the source files. */
export async function readCode(source: ContentSource): Promise<Content> {
  const { experiment, options } = source;
  const [code, git, patch, graph] = await Promise.all([
    experiment.getCode(options),
    experiment.getGitMetadata(options),
    experiment.getGitPatch(options),
    experiment.getModelGraph(options),
  ]);
  const allowance = new Allowance(contentBytes);
  const shown = allowance.takeText(code ?? '', fileBytes);
  const hasGit = allowance.tryTake(git, recordBytes);
  const small = patch !== null && patch.byteLength <= fileBytes ? toBase64(patch) : null;
  const gitPatch = small !== null && allowance.tryTake(small) ? small : null;
  const patchText = patch === null ? null : await firstZipText(patch, patchBytes);
  const gitPatchText = patchText === null ? '' : allowance.takeText(patchText, fileBytes);
  const graphText = typeof graph === 'string' ? graph : graph === null ? '' : JSON.stringify(graph, null, 2);
  const modelGraph = allowance.takeText(graphText, fileBytes);
  const files = await withFiles(source, 'code', 'source files', { allowance });
  const omitted = [
    ...(files.leftOut ?? []),
    ...(shown === (code ?? '') ? [] : ['part of the script']),
    ...(hasGit ? [] : ['the git details']),
    ...(modelGraph === graphText ? [] : ['part of the model graph']),
    ...(patch !== null && gitPatch === null ? ['the patch'] : []),
  ];
  return {
    ...files,
    code: shown,
    ...(modelGraph === '' ? {} : { modelGraph }),
    ...(hasGit ? { git } : {}),
    ...(patch !== null && gitPatch === null ? {} : { gitPatch }),
    ...(gitPatchText === '' ? {} : { gitPatchText }),
    ...(omitted.length === 0 ? {} : { leftOut: omitted }),
  };
}
