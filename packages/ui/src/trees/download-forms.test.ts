import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from '../text/translate.ts';
import { downloadBytes, downloadedText, downloadForms, replaceTexts } from './download-forms.ts';
import type { Download } from './version-files.ts';

const file = (name: string, sizeBytes: number) =>
  ({ name, sizeBytes, query: { assetId: name, allow301: false } }) as const;
const version: Download = {
  name: 'a:b_1.0.0',
  files: [file('weights.npz', 7), file('readme.txt', 21)],
  isFile: false,
  elsewhere: ['s3.parquet'],
  archive: { workspaceName: 'team', modelName: 'a:b', version: '1.0.0' },
};
const single: Download = { ...version, name: 'rows.csv', files: [file('rows.csv', 5)], isFile: true, archive: null };

test('a registered version is written as a folder or as one archive, a file only as it is', () => {
  assert.deepEqual(
    downloadForms(version, english).map(({ detail, name, isFile, isArchive }) => [detail, name, isFile, isArchive]),
    [
      ['2 files', 'a_b_1.0.0', false, false],
      ['a_b_1.0.0.zip', 'a_b_1.0.0.zip', true, true],
    ],
  );
  const forms = downloadForms(single, english);
  assert.deepEqual([forms.length, forms[0]!.name, forms[0]!.isFile], [1, 'rows.csv', true]);
});

test('a question about an existing folder names the files that it would replace', () => {
  const [folder] = downloadForms(version, english);
  const { question, detail } = replaceTexts(folder!, '/data/a_b_1.0.0', english);
  assert.equal(question, 'a_b_1.0.0 already exists. Replace it?');
  assert.equal(detail, 'Files with the same names in /data/a_b_1.0.0 will be replaced.');
  assert.equal(replaceTexts(downloadForms(single, english)[0]!, '/rows.csv', english).detail, '/rows.csv');
});

test('the message after a download counts the files that the service does not store', () => {
  assert.equal(downloadBytes(version), 28);
  const text = downloadedText(version, '/data', english);
  assert.equal(text, 'Downloaded a:b_1.0.0 to /data. 1 of its files is stored outside of the service.');
  assert.equal(downloadedText({ ...single, elsewhere: [] }, '/data', english), 'Downloaded rows.csv to /data.');
});
