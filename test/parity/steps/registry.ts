import { api, experiment, model, out, type Step } from '../step.ts';

const workspace = 'lab';
const net = { workspace, registry_name: 'net' };

/** Register models, and read the registry and its `Model`. */
export const registrySteps: readonly Step[] = [
  experiment('register_model', { model_name: 'net' }),
  experiment(
    'register_model',
    {
      model_name: 'net',
      version: '1.1.0',
      registry_name: 'net',
      public: true,
      description: 'A net',
      comment: 'better',
      status: 'QA',
      tags: ['fast'],
    },
    { note: 'with all options' },
  ),
  experiment('register_model', { model_name: 'net', version: 'one' }, { note: 'under what is no version' }),
  experiment(
    'register_model',
    { model_name: 'net', version: '3.0.0', registry_name: 'other', stages: ['staging'] },
    { note: 'with stages' },
  ),
  experiment(
    'register_model',
    { model_name: 'net', version: '3.1.0', registry_name: 'other', workspace },
    { note: 'in its workspace' },
  ),
  api('get_registry_model_count', { workspace }, { reads: 2 }),
  api('get_registry_model_names', { workspace }, { reads: ['net', 'other'] }),
  api('get_registry_model_details', net, {
    reads: { modelName: 'net', versions: [{ version: '1.1.0' }, { version: '1.0.0' }] },
  }),
  api(
    'get_registry_model_details',
    { ...net, version: '1.1.0' },
    {
      note: 'of a version',
      ids: { version: 'registryModelItemId' },
      reads: { version: '1.1.0', comment: 'better' },
    },
  ),
  api('get_registry_model_details', { ...net, version: '9.0.0' }, { note: 'of an absent version', reads: null }),
  api('get_registry_model_details', { workspace, registry_name: 'absent' }, { note: 'absent' }),
  api('get_registry_model_versions', net, { reads: ['1.1.0', '1.0.0'] }),
  api('update_registry_model_notes', { ...net, notes: 'read me' }),
  api('get_registry_model_notes', net, { reads: 'read me' }),
  api(
    'model_registry_allowed_status_values',
    { workspace },
    { reads: ['None', 'Development', 'QA', 'Staging', 'Production'] },
  ),

  api('get_model', { workspace, model_name: 'net' }, { keep: 'model', reads: { model: 'net' } }),
  api('get_model', { workspace, model_name: 'absent' }, { note: 'absent' }),
  model('name', {}, { reads: 'net' }),
  model('set_status', { version: '1.0.0', status: 'Production' }),
  model('status', { version: '1.0.0' }, { reads: 'Production' }),
  model('add_tag', { version: '1.0.0', tag: 'small' }),
  model('add_tag', { version: '1.0.0', tag: 'old' }, { note: 'one more' }),
  model('delete_tag', { version: '1.0.0', tag: 'old' }),
  model('tags', { version: '1.0.0' }, { reads: ['small'] }),
  model('find_versions', {}, { reads: ['1.1.0', '1.0.0'] }),
  model(
    'find_versions',
    { version_prefix: '1.0', tag: 'small', status: 'Production' },
    { note: 'of a kind', reads: ['1.0.0'] },
  ),
  model('get_details', { version: '1.1.0' }, { reads: { version: '1.1.0', tags: ['fast'] } }),
  model('get_assets', { version: '1.0.0' }, { reads: [{ fileName: 'net.bin' }, { fileName: 'net.json' }] }),
  model(
    'get_version_history',
    { version: '1.0.0' },
    {
      reads: {
        history: [
          {
            events: [
              { action: 'tags', detail: '["small"]' },
              { action: 'tags', detail: '["small","old"]' },
              { action: 'tags', detail: '["small"]' },
              { action: 'status', detail: 'Production' },
              { action: 'registered', detail: '1.0.0' },
            ],
          },
        ],
      },
    },
  ),
  model(
    'download',
    { version: '1.0.0', output_path: out('registered') },
    {
      sdkNames: { output_path: 'output_folder' },
      writes: 'registered',
      reads: { 'net.bin': 'weights', 'net.json': '{}' },
    },
  ),

  api('add_registry_model_version_stage', { ...net, version: '1.1.0', stage: 'production' }),
  api('delete_registry_model_version_stage', { ...net, version: '1.1.0', stage: 'fast' }),
  api('add_registry_model_version_stage', { ...net, version: '9.0.0', stage: 'x' }, { note: 'of an absent version' }),
  api('update_registry_model_version', { ...net, version: '1.1.0', comment: 'best', stages: ['production', 'new'] }),
  api('update_registry_model_version', { ...net, version: '1.0.0', comment: 'old' }, { note: 'in part' }),
  api('get_latest_registry_model_version_details', net),
  api(
    'get_latest_registry_model_version_details',
    { ...net, stage: 'small', version_major: 1, version_minor: 0 },
    {
      note: 'of a kind',
      reads: { versions: [{ version: '1.0.0' }] },
    },
  ),
  api(
    'get_model_registry_version_assets',
    { ...net, version: '1.1.0' },
    { reads: { comment: 'best', stages: ['production', 'new'] } },
  ),
  api(
    'get_model_registry_version_assets',
    { ...net, stage: 'small' },
    { note: 'by a stage', reads: { version: '1.0.0' } },
  ),
  api(
    'download_registry_model',
    { ...net, version: '1.0.0', output_path: out('downloaded') },
    {
      writes: 'downloaded',
      reads: { 'net.bin': 'weights', 'net.json': '{}' },
    },
  ),
  api(
    'download_registry_model',
    { ...net, stage: 'small', output_path: out('downloaded-zip'), expand: false },
    {
      note: 'by a stage, not unpacked',
      writes: 'downloaded-zip',
    },
  ),
  api(
    'download_registry_model',
    { ...net, output_path: out('downloaded-latest'), expand: false },
    {
      note: 'the latest, not unpacked',
      writes: 'downloaded-latest',
    },
  ),
  api('download_registry_model', { ...net, version: '1.0.0', stage: 'small' }, { note: 'by version and stage' }),
  api('update_registry_model', { ...net, new_name: 'renamed', description: 'new', public: false }),
  api(
    'get_registry_model_details',
    { workspace, registry_name: 'renamed' },
    {
      note: 'as updated',
      reads: { modelName: 'renamed', description: 'new', isPublic: false },
    },
  ),
  api('update_registry_model', { workspace, registry_name: 'renamed', description: 'newer' }, { note: 'in part' }),
  api('delete_registry_model_version', { workspace, registry_name: 'renamed', version: '1.0.0' }),
  api(
    'get_registry_model_versions',
    { workspace, registry_name: 'renamed' },
    { note: 'after one was deleted', reads: ['1.1.0'] },
  ),
  api('delete_registry_model', { workspace, registry_name: 'renamed' }),
  api('get_registry_model_names', { workspace }, { note: 'after one was deleted', reads: ['other'] }),
];
