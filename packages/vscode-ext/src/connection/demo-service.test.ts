import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { cleanup, temporaryFolder } from '@tracklens/core/test-support';
import { startDemoService } from './demo-service.ts';

// Programs that imitate edge cases of the service. test/vscode starts the real one.
const serves = `
  import { writeFileSync } from 'node:fs';
  const folder = process.argv[process.argv.indexOf('--data') + 1];
  writeFileSync(folder + '/api-key', 'demo-key\\n');
  process.stderr.write('key of the environment: ' + process.env.SERVICE_API_KEY + '\\n');
  process.stdout.write('tracklens service: http://127.0.0.1:4321\\napi key: ' + folder + '/api-key\\n');
  process.stdin.on('end', () => process.exit(0)).resume();
`;
const rejecting = `
  process.stderr.write('tracklens: Another process is using the folder.\\n');
  process.exit(1);
`;

async function folderWith(context: TestContext, program: string): Promise<{ folder: string; program: string }> {
  const folder = await temporaryFolder(context);
  await writeFile(path.join(folder, 'program.mjs'), program);
  return { folder, program: path.join(folder, 'program.mjs') };
}

test('the service is found by its output, ends when it is stopped, and gets no API key of the user', async (context) => {
  process.env.SERVICE_API_KEY = 'a-key-of-somebody';
  cleanup(context).defer(() => void delete process.env.SERVICE_API_KEY);
  const { folder, program } = await folderWith(context, serves);
  const lines: string[] = [];
  const service = await startDemoService(program, folder, (line) => lines.push(line));
  assert.equal(service.url, 'http://127.0.0.1:4321');
  assert.equal(service.apiKey, 'demo-key');
  service.stop();
  assert.match((await service.ended)!, /exit code 0/);
  assert.deepEqual(lines, ['demo service: key of the environment: undefined']);
});

test('a service that does not start is reported with its last output', async (context) => {
  const { folder, program } = await folderWith(context, rejecting);
  await assert.rejects(
    startDemoService(program, folder, () => {}),
    {
      message: /^The demo service did not start\. tracklens: Another process is using the folder\./,
    },
  );
});

test('the service of another window is used for the same folder', async (context) => {
  const { folder, program } = await folderWith(context, rejecting);
  await writeFile(path.join(folder, 'service.json'), '{"url":"http://127.0.0.1:4321","pid":1}');
  await writeFile(path.join(folder, 'api-key'), 'their-key');
  const service = await startDemoService(program, folder, () => {});
  assert.equal(service.url, 'http://127.0.0.1:4321');
  assert.equal(service.apiKey, 'their-key');
  assert.equal(service.ended, null);
});

for (const announced of ['{"url":"https://elsewhere.example"}', '{', '{"url":7}']) {
  test(`an announcement ${announced} is not followed`, async (context) => {
    const { folder, program } = await folderWith(context, rejecting);
    await writeFile(path.join(folder, 'service.json'), announced);
    await writeFile(path.join(folder, 'api-key'), 'their-key');
    await assert.rejects(
      startDemoService(program, folder, () => {}),
      /Another process/,
    );
  });
}
