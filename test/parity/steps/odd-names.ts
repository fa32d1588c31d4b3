import { api, experiment, file, query, type Step } from '../step.ts';

/**
 * Characters with a meaning in a path, a query string, a header or JSON, and characters outside of the Latin alphabet.
 */
const odd = 'naïve ☃ 50% a+b=c&d "q" \'s\' \\ #1? ü';
const workspace = 'odd ☃ & co';
/** The name of a project is part of an address, where a backslash means a slash. */
const projectName = odd.replaceAll('\\', '');
const project = { workspace, project_name: projectName };
const on = 'odd';

/** Special names in every field that holds a name. */
export const oddNameSteps: readonly Step[] = [
  api(
    'create_project',
    { ...project, project_description: odd },
    { note: 'oddly named', ids: { oddProject: 'projectId' } },
  ),
  api('get', { workspace }, { note: 'oddly named projects', reads: [projectName] }),
  api('get_project', project, {
    note: 'oddly named',
    reads: { projectName, projectDescription: odd, workspaceName: workspace },
  }),
  api('set_project_notes', { ...project, notes: odd }, { note: 'odd' }),
  api('get_project_notes', project, { note: 'odd', reads: odd }),
  experiment(
    'APIExperiment',
    { api: { $kept: 'api' }, ...project, experiment_name: odd },
    {
      note: 'oddly named',
      keep: on,
      ids: { odd: 'experiment' },
    },
  ),
  experiment('url', {}, { on, note: 'of what is oddly named' }),
  experiment('get_name', {}, { on, note: 'odd', reads: odd }),
  api('get_experiment', { ...project, experiment: odd }, { note: 'oddly named', reads: { experiment: '<odd>' } }),
  api('get_experiments', { ...project, pattern: 'naïve ☃' }, { note: 'oddly named', reads: [{ experiment: '<odd>' }] }),
  experiment('log_metric', { metric: odd, value: 1e-300, step: 0 }, { on, note: 'oddly named' }),
  experiment('log_metric', { metric: odd, value: 123456789.123, step: 1 }, { on, note: 'oddly named, of many digits' }),
  experiment(
    'get_metrics',
    { metric: odd },
    {
      on,
      note: 'oddly named',
      reads: [{ metricName: odd, metricValue: '1e-300', step: 0 }, { metricValue: '123456789.123' }],
    },
  ),
  experiment(
    'get_metrics_summary',
    { metric: odd },
    { on, note: 'oddly named', reads: { name: odd, valueMin: '1e-300' } },
  ),
  experiment('log_parameter', { parameter: odd, value: odd }, { on, note: 'odd' }),
  experiment('log_parameters', { param_dict: { [odd]: { inner: odd } } }, { on, note: 'odd' }),
  experiment(
    'get_parameters_summary',
    { parameter: odd },
    { on, note: 'odd', reads: { name: odd, valueCurrent: odd } },
  ),
  experiment(
    'get_parameters_summary',
    { parameter: `${odd}|inner` },
    { on, note: 'odd and nested', reads: { valueCurrent: odd } },
  ),
  experiment('log_other', { key: odd, value: odd }, { on, note: 'odd' }),
  experiment('get_others_summary', { other: odd }, { on, note: 'odd', reads: [odd] }),
  experiment('add_tag', { tag: odd }, { on, note: 'odd' }),
  experiment('get_tags', {}, { on, note: 'odd', reads: [odd] }),
  experiment('log_html', { html: odd }, { on, note: 'odd' }),
  experiment('get_html', {}, { on, note: 'odd', reads: odd }),
  experiment('log_output', { output: `${odd}\r\n\tindented\n\nlast` }, { on, note: 'odd' }),
  experiment('get_output', {}, { on, note: 'odd', reads: `${odd}\r\n\tindented\n\nlast` }),
  experiment(
    'log_asset',
    { filename: file('a.txt'), name: odd, context: odd, metadata: { [odd]: odd } },
    { on, note: 'oddly named' },
  ),
  experiment('get_asset_by_name', { asset_filename: odd }, { on, note: 'oddly named', reads: 'a file\n' }),
  experiment('log_asset', { filename: file('ü & ☃.txt'), name: 'x' }, { on, note: 'of an oddly named file' }),
  experiment('log_table', { filename: 'ü & ☃.csv', tabular_data: [[odd, 1]] }, { on, note: 'oddly named' }),
  experiment('log_curve', { name: odd, x: [1e-300], y: [1e300] }, { on, note: 'oddly named' }),
  experiment('get_curves', {}, { on, note: 'oddly named', reads: [{ name: odd, x: [1e-300], y: [1e300] }] }),
  experiment('set_code', { code: odd }, { on, note: 'odd' }),
  experiment('get_code', {}, { on, note: 'odd', reads: odd }),
  experiment('set_user', { user: odd }, { on, note: 'odd' }),
  experiment('get_user', {}, { on, note: 'odd', reads: odd }),
  experiment('create_symlink', { project_name: 'another ☃ & co' }, { on, note: 'into an oddly named project' }),
  api(
    'query',
    { ...project, query: query(`Tag(${JSON.stringify(odd)})`) },
    { note: 'an odd tag', reads: [{ experiment: '<odd>' }] },
  ),
  api(
    'query',
    { ...project, query: query(`Parameter(${JSON.stringify(odd)}) == ${JSON.stringify(odd)}`) },
    {
      note: 'an odd parameter',
      reads: [{ experiment: '<odd>' }],
    },
  ),
  api('get_metrics_for_chart', { experiment_keys: ['absent'], metrics: [odd] }, { note: 'of an absent experiment' }),
  experiment(
    'register_model',
    { model_name: 'absent ☃', version: '1.0.0', registry_name: odd },
    { on, note: 'of a model that was not logged' },
  ),
  api('get_registry_model_names', { workspace }, { note: 'oddly named' }),
];
