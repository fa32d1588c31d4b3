import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartTemplates, generatedFiles, staleTemplates } from '../../scripts/build-chart-templates.ts';

test('the committed chart templates match their sources', async () => {
  assert.deepEqual(
    await staleTemplates(),
    [],
    'run: node --conditions=@tracklens/source scripts/build-chart-templates.ts',
  );
});

test('the generated templates are small', async () => {
  const files = await chartTemplates();
  let size = 0;
  for (const [path, text] of files) if (path !== generatedFiles.font) size += text.length;
  assert.ok(size < 100_000, `${size} characters`);
});
