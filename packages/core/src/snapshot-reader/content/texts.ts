import { Allowance } from '../../snapshots/content-budget.ts';
import { withFiles } from './assets.ts';
import { contentBytes, fileBytes } from './budget.ts';
import type { Content, ContentSource } from './content-source.ts';

/** Reads the output, the logged HTML and the logged texts. */
export async function readTexts(source: ContentSource): Promise<Content> {
  const { experiment, options } = source;
  const [output, html] = await Promise.all([experiment.getOutputPieces(options), experiment.getHtml(options)]);
  const allowance = new Allowance(contentBytes);
  const fits = allowance.tryTake(output, 2 * fileBytes);
  const whole = output.map((piece) => piece.text).join('');
  const shown = fits ? [...output] : [{ text: allowance.takeText(whole, fileBytes), stderr: null }];
  const hasHtml = allowance.tryTake(html ?? '', fileBytes);
  const samples = await withFiles(source, 'text', 'texts', { allowance });
  const omitted = [
    ...(samples.leftOut ?? []),
    ...(fits ? [] : ['the middle of the output']),
    ...(hasHtml ? [] : ['the HTML']),
  ];
  return {
    ...samples,
    output: shown,
    html: hasHtml ? (html ?? '') : '',
    ...(omitted.length === 0 ? {} : { leftOut: omitted }),
  };
}
