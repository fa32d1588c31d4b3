import { api, experiment, id, type Step } from '../step.ts';

const on = 'cached';
const panel = { workspace: 'lab', project_name: 'panel' };

/** Reads by a caching instance after changes by the same instance. */
export const cachingSteps: readonly Step[] = [
  experiment(
    'APIExperiment',
    { api: { $kept: 'caching' }, previous_experiment: id('first') },
    { keep: on, note: 'cached' },
  ),
  experiment('get_tags', {}, { on, note: 'cached, first' }),
  experiment('get_tags', {}, { on, note: 'cached, again' }),
  experiment('delete_tags', { tags: ['gamma'] }, { on, note: 'cached' }),
  experiment('get_tags', {}, { on, note: 'cached, after one was deleted' }),
  experiment('add_tag', { tag: 'delta' }, { on, note: 'cached' }),
  experiment('get_tags', {}, { on, note: 'cached, after one was added', reads: ['alpha', 'delta'] }),
  experiment('get_metrics', { metric: 'loss' }, { on, note: 'cached, first' }),
  experiment('log_metric', { metric: 'loss', value: 0.125, step: 3 }, { on, note: 'cached' }),
  experiment('get_metrics', { metric: 'loss' }, { on, note: 'cached, after a point was logged' }),
  experiment('get_metrics_summary', { metric: 'loss' }, { on, note: 'cached', reads: { valueCurrent: '0.125' } }),
  experiment('get_hostname', {}, { on, note: 'cached, first', reads: 'box' }),
  experiment('get_user', {}, { on, note: 'cached, of the same details', reads: 'ada' }),
  experiment('set_user', { user: 'eve' }, { on, note: 'cached' }),
  experiment('get_user', {}, { on, note: 'cached, after it was set', reads: 'eve' }),
  api('get_project', panel, { on: 'caching', note: 'cached, first' }),
  api('update_project', { ...panel, description: 'changed' }, { on: 'caching', note: 'cached' }),
  api('get_project', panel, { on: 'caching', note: 'cached, after it was updated' }),
  api('get_experiments', panel, { on: 'caching', note: 'cached, first' }),
  api('get_experiments', panel, { on: 'caching', note: 'cached, again' }),
  api('stop_experiment', { experiment_key: id('first') }, { on: 'caching', note: 'cached, first' }),
  api('stop_experiment', { experiment_key: id('first') }, { on: 'caching', note: 'cached, again' }),
];
