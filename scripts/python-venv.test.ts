import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonVenv } from './python-venv.ts';
import { pythonCommands, systemPython } from './system-python.ts';

test('a virtual environment has the layout of its platform', () => {
  const paths = (folder: string, platform: NodeJS.Platform) => {
    const { bin, python, command } = pythonVenv(folder, platform);
    return [bin, python, command('jupyter')];
  };
  const posix = ['/work/venv/bin', '/work/venv/bin/python', '/work/venv/bin/jupyter'];
  assert.deepEqual(paths('/work/venv', 'linux'), posix);
  assert.deepEqual(paths('/work/venv', 'darwin'), posix);
  assert.deepEqual(paths('C:\\My work\\venv', 'win32'), [
    'C:\\My work\\venv\\Scripts',
    'C:\\My work\\venv\\Scripts\\python.exe',
    'C:\\My work\\venv\\Scripts\\jupyter.exe',
  ]);
});

test('Windows starts Python by its launcher first', () => {
  assert.deepEqual(pythonCommands('win32')[0], ['py', '-3']);
  assert.deepEqual(pythonCommands('darwin')[0], ['python3']);
});

test('the first command that starts a suitable Python is used', async () => {
  // Missing program, and one that starts and fails.
  const unsuitable = [['tracklens-no-such-python'], [process.execPath, '--no-such-option']] as const;
  assert.equal(await systemPython(unsuitable), null);
  const accepting = [process.execPath, '--eval', '', '--'] as const;
  assert.deepEqual(await systemPython([...unsuitable, accepting]), accepting);
});
