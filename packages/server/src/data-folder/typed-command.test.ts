import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeDataFolder } from './data-folder.ts';
import { quoted } from './shell.ts';
import { openCommandFor, restoreCommand, typedCommand } from './typed-command.ts';

const defaultDataFolder = homeDataFolder()!;

for (const [shell, script, folder, command] of [
  ['posix', '/usr/bin/tracklens', defaultDataFolder, 'tracklens open'],
  ['posix', '/somebody/program.js', defaultDataFolder, 'tracklens open'],
  ['posix', '/usr/bin/tracklens', '/data', 'tracklens open --data /data'],
  ['posix', '/work/packages/server/src/cli/main.ts', defaultDataFolder, 'node /work/scripts/run.mjs tracklens open'],
  ['posix', '/work/packages/server/src/cli/main.ts', '/data', 'node /work/scripts/run.mjs tracklens open --data /data'],
  ['posix', '/ext/tracklens.mjs', defaultDataFolder, 'node /ext/tracklens.mjs open'],
  ['posix', '/a b/tracklens.mjs', "/it's", `node '/a b/tracklens.mjs' open --data '/it'\\''s'`],
  [
    'powershell',
    'C:\\w\\packages\\server\\src\\cli\\main.ts',
    defaultDataFolder,
    'node C:\\w\\scripts\\run.mjs tracklens open',
  ],
  [
    'powershell',
    'C:\\w\\packages\\server\\src\\cli\\main.ts',
    'D:\\d',
    'node C:\\w\\scripts\\run.mjs tracklens open --data D:\\d',
  ],
  ['powershell', 'C:\\ext\\tracklens.mjs', defaultDataFolder, 'node C:\\ext\\tracklens.mjs open'],
  ['powershell', 'C:\\a b\\tracklens.mjs', "D:\\it's", `node "C:\\a b\\tracklens.mjs" open --data "D:\\it's"`],
] as const) {
  test(`a service started by ${script} over ${folder} is opened by its own command`, () => {
    assert.equal(typedCommand('open', folder, { script, shell }), command);
    const repair = command.replace(/\bopen\b/, 'check --repair');
    assert.equal(typedCommand('check --repair', folder, { script, shell }), repair);
    const restore = command.replace(/\bopen\b.*/, 'restore FILE --data NEW_FOLDER');
    assert.equal(restoreCommand({ script, shell }), restore);
  });
}

for (const [shell, command, typed] of [
  ['posix', ['tracklens'], 'tracklens open'],
  ['posix', ['/a venv/bin/tracklens'], "'/a venv/bin/tracklens' open"],
  ['posix', ['/usr/bin/python3', '-m', 'tracklens'], '/usr/bin/python3 -m tracklens open'],
  ['powershell', ['C:\\a b\\tracklens.exe'], '& "C:\\a b\\tracklens.exe" open'],
] as const) {
  test(`a service started by ${command.join(' ')} is opened by it`, () => {
    assert.equal(typedCommand('open', defaultDataFolder, { script: '/ext/tracklens.mjs', shell, command }), typed);
  });
}

for (const [text, expected] of [
  ['C:\\Users\\ada\\.tracklens', 'C:\\Users\\ada\\.tracklens'],
  ['C:\\Users\\Ada B', '"C:\\Users\\Ada B"'],
  ['C:\\R&D', '"C:\\R&D"'],
  ['C:\\$home', "'C:\\$home'"],
  ["C:\\it's `x`", "'C:\\it''s `x`'"],
  // PowerShell treats typographic quotation marks as plain ones.
  ['C:\\it\u2019s $x', "'C:\\it\u2019\u2019s $x'"],
  ['C:\\a\u201db', "'C:\\a\u201db'"],
  ['@list', '"@list"'],
] as const) {
  test(`PowerShell reads ${text} as one argument`, () => assert.equal(quoted(text, 'powershell'), expected));
}

for (const [path, command] of [
  ['/', 'tracklens open'],
  ['/ada/digits', 'tracklens open /ada/digits'],
  ['/ada/a%20b', 'tracklens open /ada/a%20b'],
  ['/ada/$(reboot)', 'tracklens open'],
  ["/ada/';reboot", 'tracklens open'],
  ['/ada/`reboot`', 'tracklens open'],
] as const) {
  test(`the command for ${path} is safe to paste`, () => {
    assert.equal(openCommandFor('tracklens open', path), command);
  });
}
