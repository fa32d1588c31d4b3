import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultDataFolder } from '../data-folder.ts';
import { openCommand, openCommandFor, serveCommand } from './open-command.ts';

for (const [script, folder, command] of [
  ['/usr/bin/tracklens', defaultDataFolder, 'tracklens open'],
  ['/somebody/program.js', defaultDataFolder, 'tracklens open'],
  ['/usr/bin/tracklens', '/data', 'tracklens open --data /data'],
  ['/work/src/main.ts', defaultDataFolder, 'npm run open'],
  ['/work/src/main.ts', '/data', 'npm run open -- --data /data'],
  ['/ext/tracklens.mjs', defaultDataFolder, 'node /ext/tracklens.mjs open'],
  ['/a b/tracklens.mjs', "/it's", `node '/a b/tracklens.mjs' open --data '/it'\\''s'`],
] as const) {
  test(`a service started by ${script} over ${folder} is opened by its own command`, () => {
    assert.equal(openCommand(folder, script), command);
    assert.equal(serveCommand(folder, script), command.replace(/\bopen\b/, 'serve'));
  });
}

for (const [path, command] of [
  ['/', 'npm run open'],
  ['/ada/digits', 'npm run open -- /ada/digits'],
  ['/ada/a%20b', 'npm run open -- /ada/a%20b'],
  ['/ada/$(reboot)', 'npm run open'],
  ["/ada/';reboot", 'npm run open'],
  ['/ada/`reboot`', 'npm run open'],
] as const) {
  test(`the command for ${path} is safe to paste`, () => {
    assert.equal(openCommandFor('npm run open', path), command);
  });
}
