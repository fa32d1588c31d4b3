import { api, experiment, out, type Step } from '../step.ts';

const on = 'bare';
const note = 'of an experiment with nothing in it';
const place = { workspace: 'lab', project_name: 'empty' };
const nothing = { on, note };

/** Reads of experiments and projects without data. */
export const emptySteps: readonly Step[] = [
  api('create_project', place, { note: 'that stays empty', ids: { empty: 'projectId' } }),
  api('get_experiments', place, { note: 'of an empty project', reads: [] }),
  api('gen_experiments', place, { note: 'of an empty project', reads: [] }),
  api('get_project_notes', place, { note: 'of an empty project' }),
  api('get_query_variables', place, { note: 'of an empty project' }),
  api('get_registry_model_count', { workspace: 'empty' }, { note: 'of an absent workspace' }),
  api('get_registry_model_names', { workspace: 'empty' }, { note: 'of an absent workspace' }),
  api('get_artifact_list', { workspace: 'empty' }, { note: 'of an absent workspace' }),
  api('get_experiments', { workspace: 'lab', project_name: 'absent' }, { note: 'of an absent project' }),
  api('archive_experiments', { experiment_keys: [] }, { note: 'none' }),
  api('delete_experiments', { experiment_keys: [] }, { note: 'none' }),
  api('archive_experiment', { experiment_key: 'absent' }, { note: 'absent' }),
  api('restore_experiment', { experiment_key: 'absent' }, { note: 'absent' }),
  api('delete_experiment', { experiment_key: 'absent' }, { note: 'absent' }),
  api('stop_experiment', { experiment_key: 'absent' }, { note: 'absent' }),

  experiment(
    'APIExperiment',
    { api: { $kept: 'api' }, workspace: 'lab', project_name: 'panel', experiment_name: 'bare' },
    {
      note: 'with nothing in it',
      keep: on,
      ids: { bare: 'experiment' },
    },
  ),
  ...['get_tags', 'get_metrics', 'get_metrics_summary', 'get_parameters_summary', 'get_asset_list', 'get_curves'].map(
    (name) => experiment(name, {}, { ...nothing, reads: [] }),
  ),
  ...['get_command', 'get_gpu_static_info', 'get_installed_packages', 'get_os_packages'].map((name) =>
    experiment(name, {}, { ...nothing, reads: [] }),
  ),
  ...['get_network_interface_ips', 'get_system_metric_names', 'get_additional_system_info', 'get_model_names'].map(
    (name) => experiment(name, {}, { ...nothing, reads: [] }),
  ),
  ...[
    'executable',
    'hostname',
    'ip',
    'machine',
    'os',
    'os_release',
    'os_type',
    'processor',
    'python_version',
    'user',
  ].map((name) => experiment(`get_${name}`, {}, nothing)),
  ...['get_python_version_verbose', 'get_pid', 'get_max_memory', 'get_total_memory', 'get_system_details'].map((name) =>
    experiment(name, {}, nothing),
  ),
  ...['get_code', 'get_html', 'get_output', 'get_model_graph', 'get_git_metadata', 'get_git_patch'].map((name) =>
    experiment(name, {}, nothing),
  ),
  experiment('get_others_summary', {}, { ...nothing, reads: [{ name: 'Name', valueCurrent: 'bare' }] }),
  experiment('get_model_asset_list', { model_name: 'absent' }, nothing),
  experiment('get_curve', { asset_id: 'absent' }, nothing),
  experiment('delete_asset', { asset_id: 'absent' }, nothing),
  experiment('download_model', { name: 'absent', output_path: out('no-model') }, nothing),
  experiment('download_tensorflow_folder', { output_path: out('no-logs') }, nothing),
  experiment('delete_tags', { tags: ['absent'] }, nothing),
  experiment('to_json', { full: true }, nothing),

  experiment('add_tags', { tags: ['once', 'once'] }, { on, note: 'one twice' }),
  experiment('get_tags', {}, { on, note: 'one twice', reads: ['once'] }),
  experiment('log_metrics', { metric_dict: {} }, { on, note: 'none' }),
  experiment('log_parameters', { param_dict: {} }, { on, note: 'none' }),
  experiment('log_output', { output: '' }, { on, note: 'none' }),
  experiment('log_output', { output: 'x\n'.repeat(5001) }, { on, note: 'of many lines' }),
  experiment('get_output', {}, { on, note: 'of many lines', reads: 'x\n'.repeat(5001) }),
  experiment('log_html', { html: '' }, { on, note: 'none' }),
  experiment('set_code', { code: '' }, { on, note: 'none' }),
  experiment(
    'log_metric',
    { metric: 'text', value: '0.5', step: 0, epoch: 0, timestamp: 0 },
    { on, note: 'a text, at nothing' },
  ),
  experiment('log_metric', { metric: 'truth', value: true }, { on, note: 'a truth value' }),
  experiment('log_metric', { metric: 'large', value: 9_007_199_254_740_991 }, { on, note: 'a large one' }),
  experiment('log_metric', { metric: 'none', value: null }, { on, note: 'nothing' }),
  experiment('log_metric', { metric: 'word', value: 'adam' }, { on, note: 'a word' }),
  experiment('log_metric', { metric: '', value: 1 }, { on, note: 'without a name' }),
  experiment('get_metrics', {}, { on, note: 'of odd values' }),
  experiment('log_parameter', { parameter: 'nan', value: { $number: 'NaN' } }, { on, note: 'NaN' }),
  experiment('log_parameter', { parameter: 'inf', value: { $number: 'inf' } }, { on, note: 'infinity' }),
  experiment('log_parameter', { parameter: 'mapping', value: { a: { b: [1, null, 'x'] } } }, { on, note: 'a mapping' }),
  experiment('log_parameter', { parameter: 'empty', value: '' }, { on, note: 'an empty text' }),
  experiment('log_parameter', { parameter: 'zero', value: 0, step: 0 }, { on, note: 'zero' }),
  experiment('get_parameters_summary', {}, { on, note: 'of odd values' }),
  experiment('log_other', { key: 'truth', value: false }, { on, note: 'a truth value' }),
  experiment('log_other', { key: 'list', value: [1, 'a', null] }, { on, note: 'a list' }),
  experiment('log_other', { key: 'nothing', value: null }, { on, note: 'nothing' }),
  experiment('get_others_summary', {}, { on, note: 'of odd values' }),
  experiment('set_pid', { pid: 42 }, { on, note: 'a number' }),
  experiment('get_pid', {}, { on, note: 'a number', reads: 42 }),
  experiment('log_curve', { name: 'none', x: [], y: [] }, { on, note: 'without points' }),
  experiment('log_table', { filename: 'none.csv', tabular_data: [] }, { on, note: 'without rows' }),
  experiment('log_table', { filename: 'none.xlsx', tabular_data: [[1, 2]] }, { on, note: 'of a format that is none' }),
  experiment('log_asset', { filename: '' }, { on, note: 'without a name' }),
  experiment('register_model', { model_name: 'absent' }, { on, note: 'that was not logged' }),
];
