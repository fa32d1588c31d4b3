import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../scripts/command.ts';
import { inRoot } from '../../scripts/folders.ts';
import { step } from '../../scripts/progress.ts';
import { pythonEnvironment } from '../../scripts/setup.ts';
import { screens } from './screens.ts';

/** Python program that compresses an image to a third of its size, by a palette of its most different colors. */
const compress = `
import sys
from PIL import Image

file = sys.argv[1]
palette = Image.Quantize.MAXCOVERAGE
Image.open(file).convert("RGB").quantize(256, palette, kmeans=2, dither=Image.Dither.NONE).save(file, optimize=True)
`;

/** Takes the screenshots whose paths contain one of the names, or all, and saves them. */
async function saveScreens(names: readonly string[]): Promise<void> {
  const { python } = await pythonEnvironment();
  for (const [name, screen] of Object.entries(screens)) {
    if (names.length > 0 && !names.some((part) => name.includes(part))) continue;
    const file = inRoot(name);
    await mkdir(path.dirname(file), { recursive: true });
    await step(name, async () => {
      await screen(file);
      await run(python, ['-c', compress, file]);
    });
  }
}

await saveScreens(process.argv.slice(2));
