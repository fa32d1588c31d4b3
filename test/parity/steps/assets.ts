import { contract } from '@tracklens/core/contract';
import { api, experiment, file, id, out, type Step } from '../step.ts';

/** Data that the fixture below writes. */
const modelFiles = [
  { fileName: 'net.bin', type: 'model-element', fileSize: 7 },
  { fileName: 'net.json', type: 'model-element', fileSize: 2 },
];
const metadata = { who: 'ada', n: 1 };

/** Data that no operation of the interface can write: a log folder, and files of a model. */
const loggedOnline: Step = {
  kind: 'fixture',
  what: 'files that only online logging writes',
  async run({ id: own, upload }) {
    const experimentId = own('first');
    const send = (query: object, text: string) =>
      upload(contract.assets.uploadOnline, { experimentId, ...query }, [
        { name: 'file', fileName: 'file', content: new TextEncoder().encode(text) },
      ]);
    await send({ fileName: 'train/events', type: 'tensorflow-file' }, 'events');
    await send({ fileName: 'net.bin', type: 'model-element', groupingName: 'net' }, 'weights');
    await send({ fileName: 'net.json', type: 'model-element', groupingName: 'net', extension: 'json' }, '{}');
    return undefined;
  },
};

/** Upload, list, read and download files. */
export const assetSteps: readonly Step[] = [
  experiment('log_asset', { filename: file('a.txt') }),
  experiment(
    'log_asset',
    { filename: file('a.txt'), name: 'b.bin', step: 2, overwrite: true, context: 'train', metadata },
    { note: 'with all options' },
  ),
  experiment('log_asset', { filename: file('sound.wav'), name: 'sound.wav', ftype: 'audio' }, { note: 'a sound' }),
  experiment('log_asset', { filename: file('data.json'), name: 'data.json' }, { note: 'JSON' }),
  experiment(
    'log_asset',
    { filename: file('a.txt'), name: 'own.txt', ftype: "a team's own/type" },
    { note: 'of a type of its own' },
  ),
  experiment('log_asset', { filename: file('absent') }, { note: 'that is not there' }),
  experiment('log_image', { filename: file('pixels.png') }),
  experiment(
    'log_image',
    { filename: file('pixels.png'), image_name: 'pixels', step: 1, overwrite: true, context: 'train', metadata },
    { note: 'with all options' },
  ),
  experiment('log_video', { filename: file('clip.mp4') }),
  experiment(
    'log_video',
    { filename: file('clip.mp4'), name: 'clip', step: 1, epoch: 2, overwrite: true, context: 'train', metadata },
    { note: 'with all options' },
  ),
  experiment('log_video', { filename: file('a.txt') }, { note: 'that is none' }),
  experiment('log_table', {
    filename: 'table.csv',
    tabular_data: [
      [1, 2],
      [3, 4],
    ],
    headers: ['a', 'b'],
  }),
  experiment(
    'log_table',
    {
      filename: 'made-up.tsv',
      tabular_data: [
        [1, 'x y'],
        [3, null],
      ],
      headers: true,
    },
    { note: 'with headers made up' },
  ),
  experiment('log_table', { filename: 'plain.csv', tabular_data: [['a,b', 'c"d']] }, { note: 'without headers' }),
  experiment('log_table', { filename: file('kept.csv') }, { note: 'of a file' }),
  experiment('log_curve', { name: 'roc', x: [0, 0.5, 1], y: [0, 0.9, 1], step: 4 }),
  experiment('log_curve', { name: 'roc', x: [0, 1], y: [0, 1], overwrite: true }, { note: 'replaced' }),
  experiment('log_curve', { name: 'uneven', x: [0, 1], y: [0] }, { note: 'of uneven lists' }),

  experiment(
    'get_asset_list',
    {},
    {
      reads: {
        $some: [
          { fileName: '<files>/a.txt', type: 'asset', fileSize: 7 },
          { fileName: 'b.bin', step: 2, runContext: 'train' },
          { fileName: 'sound.wav', audio: true },
          { fileName: 'pixels', image: true, step: 1, runContext: 'train' },
          { fileName: 'clip.mp4', video: true },
          { fileName: 'clip', video: true, step: 1 },
          { fileName: 'table.csv', type: 'asset' },
          { fileName: 'roc', type: 'curve' },
        ],
      },
    },
  ),
  experiment('get_asset_list', { asset_type: 'image' }, { note: 'of images' }),
  experiment(
    'get_asset_list',
    { asset_type: "a team's own/type" },
    { note: 'of a type of its own', reads: [{ fileName: 'own.txt', type: "a team's own/type" }] },
  ),
  experiment('get_asset_list', { asset_type: 'nobody-logs-this' }, { note: 'of a type that nobody logged', reads: [] }),
  experiment(
    'get_asset_list',
    { asset_type: 'audio' },
    {
      note: 'of sounds',
      ids: { sound: '0.assetId' },
      reads: [{ fileName: 'sound.wav', type: 'audio', audio: true, fileSize: 5 }],
    },
  ),
  experiment('get_asset', { asset_id: id('sound') }, { reads: 'sound' }),
  experiment(
    'get_asset',
    { asset_id: id('sound'), return_type: 'response' },
    { note: 'as the answer', reads: 'sound' },
  ),
  experiment(
    'get_asset',
    { asset_id: id('sound'), return_type: 'response', stream: true },
    { note: 'as a stream', reads: 'sound' },
  ),
  experiment('get_asset', { asset_id: 'absent' }, { note: 'absent' }),
  experiment('get_asset_by_name', { asset_filename: 'sound.wav' }, { reads: 'sound' }),
  experiment(
    'get_asset_by_name',
    { asset_filename: 'data.json', return_type: 'json' },
    { note: 'as JSON', reads: { a: [1, 2] } },
  ),
  experiment(
    'get_asset_by_name',
    { asset_filename: 'sound.wav', asset_type: 'audio' },
    { note: 'of a type', reads: 'sound' },
  ),
  experiment(
    'get_asset_by_name',
    { asset_filename: 'sound.wav', return_type: 'response', stream: true },
    { note: 'as a stream', reads: 'sound' },
  ),
  experiment('get_asset_by_name', { asset_filename: 'absent' }, { note: 'absent', reads: null }),
  experiment('get_asset_by_name', { asset_filename: 'table.csv' }, { note: 'a table', reads: 'a,b\r\n1,2\r\n3,4\r\n' }),
  experiment('get_asset_by_name', { asset_filename: 'b.bin' }, { note: 'under another name', reads: 'a file\n' }),
  experiment('get_asset_by_name', { asset_filename: 'clip' }, { note: 'a video', reads: 'clip' }),
  experiment('get_asset_by_name', { asset_filename: 'pixels' }, { note: 'an image', reads: 'pixels' }),
  api(
    'download_experiment_asset',
    { experiment_key: id('first'), asset_id: id('sound'), output_path: out('sound/copy.wav') },
    {
      writes: 'sound',
      reads: { 'copy.wav': 'sound' },
    },
  ),
  api(
    'download_experiment_asset',
    { experiment_key: id('first'), asset_id: 'absent', output_path: out('absent/copy') },
    {
      note: 'absent',
      writes: 'absent',
    },
  ),
  api(
    'download_experiment_asset',
    { experiment_key: id('first'), asset_id: id('sound'), output_path: out('nowhere/at/all') },
    {
      note: 'into a folder that is not there',
    },
  ),
  experiment('get_curves', {}, { reads: [{ name: 'roc', x: [0, 1], y: [0, 1], step: null }] }),
  experiment('get_asset_list', { asset_type: 'curve' }, { note: 'of curves', ids: { curve: '0.assetId' } }),
  experiment('get_curve', { asset_id: id('curve') }, { reads: { name: 'roc' } }),
  experiment('delete_asset', { asset_id: id('sound') }),
  experiment('get_asset_list', { asset_type: 'audio' }, { note: 'of sounds after one was deleted', reads: [] }),

  loggedOnline,
  experiment('get_model_names', {}, { reads: ['net'] }),
  experiment('get_model_asset_list', { model_name: 'net' }, { reads: modelFiles }),
  experiment('get_model_data', { name: 'net' }, { reads: modelFiles }),
  experiment(
    'download_model',
    { name: 'net', output_path: out('model') },
    {
      writes: 'model',
      reads: { 'net.bin': 'weights', 'net.json': '{}' },
    },
  ),
  experiment(
    'download_model',
    { name: 'net', output_path: out('model-zip'), expand: false },
    {
      note: 'not unpacked',
      writes: 'model-zip',
      reads: { 'net.zip': '<zip>' },
    },
  ),
  experiment(
    'download_tensorflow_folder',
    { output_path: out('logs') },
    { writes: 'logs', reads: { 'train/events': 'events' } },
  ),
  experiment(
    'download_tensorflow_folder',
    { output_path: out('logs'), overwrite: true },
    { note: 'over what is there', writes: 'logs' },
  ),
  experiment(
    'to_json',
    { full: true },
    {
      note: 'with everything',
      reads: {
        code: 'print("train")\n',
        html: '<p>three</p>',
        output: 'one line\nanother\nan error',
        tags: ['alpha', 'gamma'],
        git_metadata: { branch: 'main' },
        system_details: { hostname: 'box' },
        metrics_summary: { $some: [{ name: 'loss', valueMin: '0.25' }] },
        parameters_summary: { $some: [{ name: 'lr', valueCurrent: '0.01' }] },
        others_summary: { $some: [{ name: 'note', valueCurrent: 'kept' }] },
      },
    },
  ),
];
