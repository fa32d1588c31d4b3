import { api, experiment, id, type Step } from '../step.ts';

const workspace = 'lab';
const digits = { workspace, project_name: 'digits' };
const own = { api: { $kept: 'api' } };
const ids = (name: string) => ({ keep: name, ids: { [name]: 'experiment' } });

/** Create, find, archive, move and describe experiments. */
export const experimentSteps: readonly Step[] = [
  experiment('APIExperiment', { ...own, ...digits }, { note: 'a new one', ...ids('first') }),
  experiment(
    'APIExperiment',
    { ...own, ...digits, experiment_name: 'a named one' },
    { note: 'with a name', ...ids('second') },
  ),
  experiment(
    'APIExperiment',
    { ...own, ...digits, experiment_name: 'the third' },
    { note: 'one more', ...ids('third') },
  ),
  experiment('set_name', { name: 'the first' }),
  experiment('APIExperiment', { ...own, previous_experiment: id('first') }, { note: 'that is there', keep: 'opened' }),
  experiment('key', {}, { on: 'opened', reads: '<first>' }),
  experiment('id', {}, { reads: '<first>' }),
  experiment('url', {}, { reads: '<root>/lab/digits/<first>' }),
  experiment('get_name', {}, { reads: 'the first' }),
  experiment('name', {}, { on: 'second', reads: 'a named one' }),
  experiment('name', {}, { on: 'third', note: 'set', assign: 'only here' }),
  experiment('name', {}, { on: 'third', note: 'as set', reads: 'only here' }),
  experiment('get_name', {}, { on: 'third', note: 'of one that was named here alone', reads: 'the third' }),
  experiment(
    'get_metadata',
    {},
    {
      reads: {
        experimentKey: '<first>',
        experimentName: 'the first',
        workspaceName: 'lab',
        projectName: 'digits',
        archived: false,
      },
    },
  ),
  experiment('set_state', { state: 'running' }),
  experiment('get_state', {}, { reads: 'running' }),
  experiment('update_status', {}, { reads: { isAliveBeatDurationMillis: 10000 } }),
  experiment('set_state', { state: 'crashed' }, { note: 'crashed' }),
  experiment('get_state', {}, { note: 'crashed', reads: 'crashed' }),
  experiment('set_state', { state: 'finished' }, { note: 'finished' }),
  experiment('get_state', {}, { note: 'finished', reads: 'finished' }),
  experiment('set_state', { state: 'lost' }, { note: 'none of the three' }),
  experiment('end'),
  experiment('set_end_time', { end_server_timestamp: 1_700_000_010_000 }, { on: 'third' }),
  experiment('set_start_time', { start_server_timestamp: 1_700_000_000_000 }, { on: 'third' }),
  experiment(
    'get_metadata',
    {},
    {
      on: 'third',
      note: 'after its times were set',
      reads: { startTimeMillis: 1_700_000_000_000, endTimeMillis: 1_700_000_010_000 },
    },
  ),
  experiment(
    'to_json',
    {},
    {
      on: 'third',
      reads: { id: '<third>', start_server_timestamp: 1_700_000_000_000, end_server_timestamp: 1_700_000_010_000 },
    },
  ),
  experiment('set_start_time', { start_server_timestamp: 1_700_000_001_000 }, { on: 'third', note: 'again' }),
  experiment('set_filename', { filename: '/src/third.py' }, { on: 'third', note: 'of one whose metadata is known' }),
  experiment(
    'to_json',
    {},
    {
      on: 'third',
      note: 'after more was set',
      reads: { start_server_timestamp: 1_700_000_001_000 },
    },
  ),
  experiment(
    'to_json',
    {},
    { on: 'opened', note: 'of one opened by its key', reads: { workspace: 'lab', project_name: 'digits' } },
  ),
  experiment('display', { tab: 'charts' }),
  experiment('display', { clear: true, wait: false, new: 1, autoraise: false }, { note: 'without a tab' }),
  experiment('display_project', { clear: true, wait: false, new: 1, autoraise: false }),
  experiment('display_project', { view_id: 'v1' }, { note: 'in a view' }),

  experiment('add_tag', { tag: 'alpha' }),
  experiment('add_tags', { tags: ['beta', 'gamma'] }),
  experiment('add_tags', { tags: [] }, { note: 'none' }),
  experiment('delete_tags', { tags: ['beta'] }),
  experiment('get_tags', {}, { reads: ['alpha', 'gamma'] }),

  api('get', digits, {
    note: 'experiments',
    reads: ['second', 'first', 'third'].map((name) => ({ experiment: `<${name}>` })),
    readsHere: ['a named one', 'the first', 'the third'],
  }),
  api('get', { ...digits, experiment: id('first') }, { note: 'an experiment', reads: { experiment: '<first>' } }),
  api('get', { workspace: 'lab/digits/a named one' }, { note: 'as one text', reads: { experiment: '<second>' } }),
  api('get_experiment', { ...digits, experiment: id('first') }, { reads: { experiment: '<first>' } }),
  api(
    'get_experiment',
    { ...digits, experiment: 'a named one' },
    { note: 'by name', reads: { experiment: '<second>' } },
  ),
  api('get_experiment', { ...digits, experiment: 'absent' }, { note: 'absent', reads: null }),
  api('get_experiment_by_key', { experiment_key: id('second') }, { reads: { experiment: '<second>' } }),
  api('get_experiment_by_key', { experiment_key: 'absent' }, { note: 'absent', reads: null }),
  api('get_experiment_by_id', { experiment: id('second') }, { reads: { experiment: '<second>' } }),
  api('get_experiments', digits, { reads: ['second', 'first', 'third'].map((name) => ({ experiment: `<${name}>` })) }),
  api('get_experiments', { workspace }, { note: 'of a workspace' }),
  api(
    'get_experiments',
    { ...digits, pattern: 'a named' },
    { note: 'by a pattern', reads: [{ experiment: '<second>' }] },
  ),
  api('gen_experiments', { ...digits, pattern: 'a .* one' }, { reads: [{ experiment: '<second>' }] }),

  api('archive_experiment', { experiment_key: id('second') }),
  api('get_archived_experiment', { ...digits, experiment: id('second') }, { reads: { experiment: '<second>' } }),
  api('get_archived_experiment', { ...digits, experiment: 'a named one' }, { note: 'by name' }),
  api('get_archived_experiments', digits, { reads: [{ experiment: '<second>' }] }),
  api(
    'get_archived_experiments',
    { ...digits, pattern: 'a .* one' },
    { note: 'by a pattern', reads: [{ experiment: '<second>' }] },
  ),
  api('get_archived_experiments', { ...digits, pattern: 'no such' }, { note: 'by a pattern that none has', reads: [] }),
  api('restore_experiment', { experiment_key: id('second') }),
  api('get_archived_experiments', digits, { note: 'after it was restored', reads: [] }),
  api('archive_experiments', { experiment_keys: [id('second'), id('third')] }),
  experiment('archive', {}, { on: 'opened' }),
  experiment('url', {}, { on: 'opened', note: 'of an archived one', reads: '<root>/lab/digits/archive/<first>' }),
  api('restore_experiment', { experiment_key: id('first') }, { note: 'the first' }),
  api('restore_experiment', { experiment_key: id('second') }, { note: 'the second' }),
  api('delete_experiment', { experiment_key: id('third') }),
  api('get_experiment_by_key', { experiment_key: id('third') }, { note: 'deleted', reads: null }),

  experiment('APIExperiment', { ...own, ...digits }, { note: 'to be deleted', ...ids('fourth') }),
  experiment('APIExperiment', { ...own, ...digits }, { note: 'to be deleted too', ...ids('fifth') }),
  api('delete_experiments', { experiment_keys: [id('fourth'), id('fifth')] }),
  experiment('APIExperiment', { ...own, ...digits }, { note: 'to be moved', ...ids('sixth') }),
  experiment('set_state', { state: 'running' }, { on: 'sixth', note: 'before it is stopped' }),
  api('stop_experiment', { experiment_key: id('sixth') }),
  api('move_experiments', {
    experiment_keys: [id('sixth')],
    target_workspace: workspace,
    target_project_name: 'panel',
  }),
  api(
    'move_experiments',
    { experiment_keys: [id('second')], target_workspace: workspace, target_project_name: 'panel', symlink: true },
    { note: 'as a link' },
  ),
  experiment('create_symlink', { project_name: 'panel' }, {}),
  api(
    'get_experiments',
    { workspace, project_name: 'panel' },
    {
      note: 'moved and linked',
      reads: ['sixth', 'second', 'first'].map((name) => ({ experiment: `<${name}>` })),
    },
  ),
];
