import { api, experiment, id, model, query, type Step } from '../step.ts';

const alone = { onlySdk: true } as const;
const digits = { workspace: 'lab', project_name: 'digits' };
const first = [{ experiment: '<first>' }];

/** Operations that only the SDK has and that the service supports. */
export const beyondSteps: readonly Step[] = [
  api('search', { ...digits, query: query('(Metric("loss") < 0.3) | Tag("absent")') }, { ...alone, reads: first }),
  api(
    'search',
    { ...digits, query: query('Metric("loss") < 0.3'), page: 2, page_size: 1 },
    { ...alone, note: 'a later page', reads: [] },
  ),
  api(
    'get_artifact',
    { workspace: 'lab', artifact_name: 'my data/x', alias: 'best' },
    {
      ...alone,
      reads: { artifact: 'my data/x', version: '1.0.0', files: ['a.bin', 'b'] },
    },
  ),
  experiment(
    'get_artifact_lineage',
    { direction: 'output' },
    { ...alone, reads: { artifacts: [{ direction: 'output', artifactId: '<artifact>', version: '1.0.0' }] } },
  ),
  experiment('get_artifact_lineage', { direction: 'input' }, { ...alone, note: 'of none', reads: { artifacts: [] } }),
  experiment('get_assets_by_name', { asset_filename: 'net.bin' }, { ...alone, reads: ['weights'] }),
  experiment('delete_parameter', { parameter: 'depth' }, { ...alone, reads: true }),
  experiment('delete_parameters', { parameters: ['sizes', 'shuffle'] }, { ...alone, reads: true }),
  experiment('get_parameters_summary', { parameter: 'sizes' }, { ...alone, note: 'deleted', reads: [] }),
  api('get_model', { workspace: 'lab', model_name: 'other' }, { note: 'of which more is asked', keep: 'model' }),
  model('update_registry_model_metadata', { version: '3.0.0', metadata: { rows: 2, source: 'lab' } }, alone),
  model(
    'get_registry_model_metadata',
    { version: '3.0.0' },
    {
      ...alone,
      reads: [
        { key: 'rows', value: 2 },
        { key: 'source', value: 'lab' },
      ],
    },
  ),
  model(
    'update_registry_model_status_configuration',
    { version: '3.0.0', status_configuration: { $status: { status: 'QA', is_review_required: true, comment: 'why' } } },
    alone,
  ),
  model(
    'get_registry_model_status_configuration',
    { version: '3.0.0' },
    {
      ...alone,
      reads: { status: 'QA', isReviewRequired: true },
    },
  ),
  api('get_panel_width', {}, { ...alone, reads: 0 }),
  api('get_panel_height', {}, { ...alone, reads: 0 }),
  api('get_panel_size', {}, { ...alone, reads: [0, 0] }),
  api('get_panel_experiment_colors', {}, { ...alone, reads: {} }),
  api('get_panel_metric_colors', {}, { ...alone, reads: {} }),
  api(
    'get_experiments',
    { workspace: 'lab', project_name: 'digits', pattern: id('first') },
    { note: 'by a key', reads: first },
  ),
];

/** Operations of the SDK that this test leaves out. */
export const leftOut: Readonly<Record<string, string>> = {
  'API.get_metrics_df': 'it makes a data frame of get_metrics_for_chart, with pandas, which is not installed here',
  'APIExperiment.get_metric_total_df': 'it makes a data frame of get_metrics, with pandas, which is not installed here',
  'API.get_views': 'views of dashboards are outside of the interface and of the service',
  'API.create_view': 'views of dashboards are outside of the interface and of the service',
  'APIExperiment.get_views': 'views of dashboards are outside of the interface and of the service',
  'APIExperiment.create_view': 'views of dashboards are outside of the interface and of the service',
  'API.set_project_owner': 'the service has one account',
  'API.api_key': 'a value that the SDK keeps, no operation',
  'Model.from_registry': 'get_model calls it',
  'Model.minimal_backend': 'the oldest version of a service, a constant',
};
