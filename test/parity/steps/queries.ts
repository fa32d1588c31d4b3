import { api, id, query, type Step } from '../step.ts';

const digits = { workspace: 'lab', project_name: 'digits' };
const asked = (text: string, note: string, reads?: unknown) =>
  api('query', { ...digits, query: query(text) }, { note, ...(reads === undefined ? {} : { reads }) });
const first = [{ experiment: '<first>' }];

/** Chart data, queries and panels. */
export const querySteps: readonly Step[] = [
  api(
    'get_metrics_for_chart',
    { experiment_keys: [id('first')], metrics: ['loss', 'accuracy'], parameters: ['lr'] },
    {
      reads: {
        '<first>': {
          experiment_key: '<first>',
          params: { lr: '0.01' },
          metrics: [
            { metricName: 'loss', values: [0.5, 0.25], steps: [1, 2], epochs: [0, 1] },
            { metricName: 'accuracy', values: [0.9], steps: [3], epochs: [2] },
          ],
        },
      },
    },
  ),
  api(
    'get_metrics_for_chart',
    { experiment_keys: [id('first')], metrics: ['loss'], independent: false, full: true },
    { note: 'in full' },
  ),
  api(
    'get_metrics_for_chart',
    { experiment_keys: [id('first')], metrics: [], parameters: ['lr'] },
    { note: 'of parameters alone' },
  ),
  api(
    'get_metrics_for_chart',
    { experiment_keys: [id('first'), ...Array.from({ length: 50 }, (_, index) => `k${index}`)], metrics: ['loss'] },
    { note: 'of many', reads: { '<first>': { metrics: [{ values: [0.5, 0.25] }] } } },
  ),
  api('get_query_variables', digits, {
    reads: {
      $some: [
        { name: 'loss', source: 'metrics', type: 'double' },
        { name: 'optimizer', source: 'params', type: 'string' },
        { name: 'shuffle', source: 'params', type: 'boolean' },
        { name: 'note', source: 'log_other', type: 'string' },
        { name: 'duration', source: 'metadata', type: 'timenumber' },
        { name: 'start_server_timestamp', source: 'metadata', type: 'datetime' },
        { name: 'user', source: 'env_details', type: 'string' },
        { name: 'alpha', source: 'tag', type: 'string' },
      ],
    },
  }),
  asked('Metric("loss") < 0.3', 'a metric', first),
  asked('Metric("loss") > 0.3', 'a metric that is not', []),
  asked('Metric("loss").between(0.2, 0.3)', 'between', first),
  asked('Parameter("optimizer") == "adam"', 'a parameter', first),
  asked('Parameter("optimizer").contains("da")', 'contains', first),
  asked('Parameter("optimizer").startswith("ad")', 'starts with', first),
  asked('Parameter("optimizer").endswith("am")', 'ends with', first),
  asked('Other("note") == "kept"', 'another item', first),
  asked('Other("note") != ""', 'not empty'),
  asked('Metadata("file_name") == "train.py"', 'metadata', first),
  asked('Metadata("duration") >= 0', 'a duration'),
  asked('Environment("user") == "ada"', 'the environment'),
  asked('Tag("alpha")', 'a tag', first),
  asked('~Tag("alpha")', 'not a tag'),
  asked('~(Metric("loss") > 0.3)', 'not greater'),
  asked('~Parameter("optimizer").contains("x")', 'not containing'),
  asked('(Metric("loss") < 0.3) & (Metric("accuracy") > 0.5)', 'two of one source', first),
  asked('(Metric("loss") < 0.3) & Tag("alpha") & (Parameter("lr") == 0.01)', 'three sources', first),
  asked('Metric("absent") > 1', 'a name that is not there'),
  asked('Parameter("optimizer") == None', 'nothing'),
  asked('Parameter("optimizer") != None', 'something'),
  asked('(Metric("loss") < 0.3) | (Metric("loss") > 0.4)', 'or'),
  asked('~((Metric("loss") < 0.3) & Tag("alpha"))', 'not both'),
  asked('Metric("loss")', 'a bare variable'),
  asked('Parameter("lr").contains("x")', 'contains of a number'),
  api('query', { ...digits, query: query('Tag("alpha")'), archived: true }, { note: 'of archived ones', reads: [] }),

  api('get_panel_workspace', {}, { reads: 'lab' }),
  api('get_panel_project_name', {}, { reads: 'panel' }),
  api('get_panel_project_id', {}, { reads: '<panel>' }),
  api('get_panel_options', {}, { reads: {} }),
  api(
    'get_panel_experiments',
    {},
    { reads: ['sixth', 'second', 'first'].map((name) => ({ experiment: `<${name}>` })) },
  ),
  api('get_panel_experiment_keys', {}, { reads: ['<sixth>', '<second>', '<first>'] }),
  api('get_panel_metrics_names', {}, { reads: ['accuracy', 'bare', 'loss', 'odd', 'only', 'timed', 'train/f1'] }),
];
