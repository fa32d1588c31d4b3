import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@tracklens/core/test-support';
import { run } from '../../scripts/command.ts';
import { inRoot } from '../../scripts/folders.ts';
import { step } from '../../scripts/progress.ts';
import { pythonEnvironment } from '../../scripts/setup.ts';
import { screens } from './screens.ts';

/**
 * Python program that compresses an image by a palette of its most different colors: PNG to a third of its size. WebP
 * without loss is a quarter smaller still, and has fewer colors: the images of the walkthrough are in the .vsix.
 */
const compress = `
import sys
from PIL import Image

source, target = sys.argv[1:]
is_web_p = target.endswith(".webp")
options = {"lossless": True, "quality": 100, "method": 6} if is_web_p else {"optimize": True}
image = Image.open(source).convert("RGB")
few = image.quantize(18 if is_web_p else 256, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
(few.convert("RGB") if is_web_p else few).save(target, **options)
`;

/** Takes the screenshots whose paths contain one of the names, or all, and saves them. */
async function saveScreens(names: readonly string[]): Promise<void> {
  const { python } = await pythonEnvironment();
  await using stack = new AsyncDisposableStack();
  const screenshot = path.join(await temporaryFolder(stack), 'screenshot.png');
  for (const [name, screen] of Object.entries(screens)) {
    if (names.length > 0 && !names.some((part) => name.includes(part))) continue;
    const file = inRoot(name);
    await mkdir(path.dirname(file), { recursive: true });
    await step(name, async () => {
      await screen(screenshot);
      await run(python, ['-c', compress, screenshot, file]);
    });
  }
}

await saveScreens(process.argv.slice(2));
