import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { imageBytes, notebookOf } from './notebook.ts';

const cellsOf = (...cells: unknown[]) => notebookOf(JSON.stringify({ nbformat: 4, cells }))?.cells;
const outputsOf = (...outputs: unknown[]) => cellsOf({ cell_type: 'code', outputs })?.[0]?.outputs;

test('cells have their sources, as a text or as lines', () => {
  assert.deepEqual(
    cellsOf(
      { cell_type: 'markdown', source: ['# Title\n', 'text'] },
      { cell_type: 'code', source: 'x = 1', execution_count: 3, outputs: [] },
      { cell_type: 'raw', source: 'raw' },
    ),
    [
      { kind: 'markdown', source: '# Title\ntext', executionCount: null, outputs: [] },
      { kind: 'code', source: 'x = 1', executionCount: 3, outputs: [] },
      { kind: 'raw', source: 'raw', executionCount: null, outputs: [] },
    ],
  );
});

test('texts are joined and shown as in a terminal', () => {
  const stream = (name: string, text: string | string[]) => ({ output_type: 'stream', name, text });
  assert.deepEqual(
    outputsOf(
      stream('stdout', ['10%\r', '100%\n']),
      stream('stdout', '\u001b[31mred\u001b[0m'),
      stream('stderr', 'no'),
    ),
    [
      { kind: 'text', text: '100%\nred' },
      { kind: 'error', text: 'no' },
    ],
  );
  const error = { output_type: 'error', ename: 'ValueError', evalue: 'bad' };
  assert.deepEqual(outputsOf(error), [{ kind: 'error', text: 'ValueError: bad' }]);
  assert.deepEqual(outputsOf({ ...error, traceback: ['\u001b[0;31mTrace', 'end'] }), [
    { kind: 'error', text: 'Trace\nend' },
  ]);
});

test('of a rich output the image or the plain text is shown, and never its HTML', () => {
  const result = (data: object) => outputsOf({ output_type: 'execute_result', data })![0];
  assert.deepEqual(result({ 'image/png': 'aGk=\n', 'text/plain': 'x' }), { kind: 'image', base64: 'aGk=' });
  assert.deepEqual(result({ 'text/html': '<b>', 'text/plain': ['a', 'b'] }), { kind: 'text', text: 'ab' });
  assert.deepEqual(result({ 'text/html': '<script>', 'image/svg+xml': '<svg>' }), {
    kind: 'other',
    types: 'text/html, image/svg+xml',
  });
  assert.equal(imageBytes('PHN2Zz48L3N2Zz4='), null);
  assert.equal(imageBytes('no base64!'), null);
  assert.equal(imageBytes('iVBORw0KGgo=')?.length, 8);
});

test('long outputs are cut', () => {
  const [output] = outputsOf({ output_type: 'stream', text: 'x'.repeat(30_000) })!;
  assert.equal(output?.kind === 'text' && output.text, `${'x'.repeat(20_000)}\n…`);
});

test('a notebook may contain NaN, which Python writes', () => {
  assert.deepEqual(notebookOf('{"metadata":{"score":NaN},"cells":[]}'), { cells: [], extension: '.py' });
});

test('any JSON is a notebook or none', () => {
  for (const text of ['', '{', '[]', 'null', '{"cells":{}}', '{"worksheets":[]}']) assert.equal(notebookOf(text), null);
  const names = fc.constantFrom('cells', 'source', 'outputs', 'cell_type', 'output_type', 'data', 'text', 'traceback');
  const { node } = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('code', 'markdown', 'stream', 'error', 'display_data', 1, null, true),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(names, tie('node'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(node), (cells) =>
      assert.equal(notebookOf(JSON.stringify({ cells }))!.cells.length, cells.length),
    ),
  );
});

test('the language of the cells is that of the notebook', () => {
  const extensionOf = (extension: unknown) =>
    notebookOf(JSON.stringify({ cells: [], metadata: { language_info: { file_extension: extension } } }))!.extension;
  assert.deepEqual(['.r', '.jl', 7, '../x', undefined].map(extensionOf), ['.r', '.jl', '.py', '.py', '.py']);
});
