import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { environmentCommands, environmentStatements } from './training-settings.ts';

const origin = 'http://127.0.0.1:5055';

test('a POSIX shell reads the address and the key', {
  skip: process.platform === 'win32' && 'Windows has no POSIX shell',
}, async (t) => {
  const folder = path.join(await temporaryFolder(t), "it's $x");
  mkdirSync(folder);
  const file = path.join(folder, 'api-key');
  writeFileSync(file, 'a-key\n');
  const script = `${environmentCommands('posix', origin, file)}printf '%s|%s' "$COMET_URL_OVERRIDE" "$COMET_API_KEY"`;
  assert.equal(execFileSync('sh', ['-c', script], { encoding: 'utf8' }), `${origin}/clientlib/|a-key`);
});

for (const [file, argument] of [
  ['C:\\Users\\Ada B\\.tracklens\\api-key', "'C:\\Users\\Ada B\\.tracklens\\api-key'"],
  ["C:\\it's\\$x[1]\\api-key", "'C:\\it''s\\$x[1]\\api-key'"],
  ['C:\\it\u2019s\\api-key', "'C:\\it\u2019\u2019s\\api-key'"],
  [null, "'FILE_OF_THE_KEY'"],
] as const) {
  test(`PowerShell gets the key from ${file}`, () => {
    assert.equal(
      environmentCommands('powershell', origin, file),
      `$env:COMET_URL_OVERRIDE = "${origin}/clientlib/"\n$env:COMET_API_KEY = Get-Content -LiteralPath ${argument}\n`,
    );
  });
}

for (const file of ['C:\\Users\\Ada B\\.tracklens\\api-key', `/it's/"x"/${String.fromCodePoint(0x1f600)}/api-key`]) {
  test(`Python gets the key from ${file}`, {
    skip: process.platform === 'win32' && 'Windows names Python python.exe',
  }, () => {
    const statements = environmentStatements(origin, file);
    const path = /Path\((".*")\)/.exec(statements)![1]!;
    const program = `import json, sys; print(json.dumps([compile(sys.argv[1], "", "exec") is not None, eval(sys.argv[2])]))`;
    const printed = execFileSync('python3', ['-c', program, statements, path], { encoding: 'utf8' });
    assert.deepEqual(JSON.parse(printed), [true, file]);
  });
}
