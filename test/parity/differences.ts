/** Intended difference between the two sides. */
export interface Difference {
  /** Operations, or single steps: `get_tags`, `get_tags (cached, again)`. */
  readonly of: readonly string[];
  /** Differences as the comparison reports them, the SDK's value first. */
  readonly found: readonly string[];
  readonly reason: string;
}

const saved = '{"msg":"Saved","code":200,"data":null,"sdk_error_code":0}';
const deleted = saved.replace('Saved', 'Deleted');
const rest = '/api/rest/v2';
const metadata = `GET ${rest}/experiment/metadata`;
const registration = '{"registryModelId":"<an id>","registryModelItemId":"<an id>"}';
const project = (name: string, description: string) =>
  JSON.stringify({
    projectId: `<${name}>`,
    projectName: name,
    ownerUserName: 'ada',
    projectDescription: description,
    workspaceName: 'lab',
    numberOfExperiments: 0,
    lastUpdated: '<now in ms>',
    public: false,
    isPublic: false,
  });
const notAlpha =
  '{"source":"tag","query":{"condition":"AND","rules":[{"id":"alpha","field":"alpha","type":"string","operator":"not_equal","value":"alpha"}],"valid":true},"negated":true}';

/** Requests that only one side sends. */
const fewerRequests: readonly Difference[] = [
  {
    of: ['API', 'register_model', 'get_model'],
    found: ['only the SDK: GET /clientlib/isAlive/ver'],
    reason:
      'The SDK asks for the version to choose between old and new calls; ours makes the same call for every version.',
  },
  {
    of: [
      'APIExperiment (a new one)',
      'APIExperiment (with a name)',
      'APIExperiment (one more)',
      'APIExperiment (to be deleted)',
      'APIExperiment (to be deleted too)',
      'APIExperiment (to be moved)',
      'APIExperiment (oddly named)',
      'APIExperiment (with nothing in it)',
    ],
    found: [`only the SDK: ${metadata}`],
    reason: 'Project and name of a new experiment are in the response of its creation.',
  },
  {
    of: ['APIExperiment (that is there)', 'APIExperiment (cached)'],
    found: [`only the SDK: ${metadata}`],
    reason: 'A constructor cannot wait; metadata are asked for when they are needed.',
  },
  {
    of: [
      'to_json (of one opened by its key)',
      'to_json (after more was set)',
      'to_json (of an experiment with nothing in it)',
    ],
    found: [`only ours: ${metadata}`],
    reason: 'Metadata that are not known, or were changed through this instance, are asked for now.',
  },
  {
    of: ['set_start_time', 'set_end_time'],
    found: [`only the SDK: ${metadata}`],
    reason: 'Changed metadata are asked for when they are next needed.',
  },
  {
    of: ['get_experiment_by_key', 'get_experiment_by_id'],
    found: [`only the SDK: ${metadata}`],
    reason: 'The SDK asks twice for the same.',
  },
  {
    of: ['move_experiments'],
    found: [`only ours: ${metadata}`],
    reason: 'An experiment of another workspace is rejected before anything is moved.',
  },
  {
    of: ['log_metrics'],
    found: [
      'only the SDK: POST /api/rest/v2/write/experiment/metric {"experimentKey":"<first>","metricName":"accuracy","metricValue":0.9,"epoch":2,"step":3}',
      'only the SDK: POST /api/rest/v2/write/experiment/metric {"experimentKey":"<first>","metricName":"train/f1","metricValue":0.8,"epoch":2,"step":3}',
      'only ours: POST /clientlib/batch/logger/experiment/metric {"experimentKey":"<first>","values":[{"metricName":"accuracy","metricValue":0.9,"step":3,"epoch":2,"timestamp":"<now in ms>"},{"metricName":"train/f1","metricValue":0.8,"step":3,"epoch":2,"timestamp":"<now in ms>"}]}',
      `answer: [${saved},${saved}] → ${saved}`,
      `answer: [${saved}] → ${saved}`,
    ],
    reason: 'A thousand points take one call, with one answer.',
  },
  {
    of: ['log_parameters'],
    found: [
      'only the SDK: POST /api/rest/v2/write/experiment/parameter {"experimentKey":"<first>","parameterName":"depth","parameterValue":3}',
      'only the SDK: POST /api/rest/v2/write/experiment/parameter {"experimentKey":"<first>","parameterName":"layers|first","parameterValue":64}',
      'only the SDK: POST /api/rest/v2/write/experiment/parameter {"experimentKey":"<first>","parameterName":"layers|last|size","parameterValue":10}',
      'only ours: POST /clientlib/batch/logger/experiment/parameter {"experimentKey":"<first>","values":[{"parameterName":"depth","parameterValue":3,"source":"manual"},{"parameterName":"layers|first","parameterValue":64,"source":"manual"},{"parameterName":"layers|last|size","parameterValue":10,"source":"manual"}]}',
      `answer: [${saved},${saved},${saved}] → ${saved}`,
      `answer: [${saved}] → ${saved}`,
    ],
    reason: 'A thousand parameters take one call, with one answer.',
  },
  {
    of: ['gen_experiments'],
    found: [
      'query.page: absent → "1"',
      'query.size: absent → "101"',
      'query.sortBy: absent → "startTime"',
      'query.sortOrder: absent → "desc"',
    ],
    reason: 'The iteration begins while later pages are still to be listed.',
  },
  {
    of: ['Model.add_tag', 'Model.delete_tag'],
    found: [`only the SDK: GET ${rest}/registry-model/details`, `only ours: GET ${rest}/registry-model/item/details`],
    reason: 'The version is asked for, not the model with all its versions.',
  },
  {
    of: ['get_artifact_details (of none)'],
    found: [`only the SDK: GET ${rest}/artifacts/get`, 'answer.error: 400 → "refused"'],
    reason: 'What names no artifact is rejected before anything is sent.',
  },
  {
    of: ['download_experiment_asset (into a folder that is not there)'],
    found: [`only the SDK: GET ${rest}/experiment/asset/get-asset`],
    reason: 'The folder is checked before anything is sent.',
  },
  {
    of: ['query'],
    found: [`only the SDK: ${metadata}`],
    reason: 'A service of ours gives the metadata of what it found; of another they are asked for as the SDK does.',
  },
  {
    of: ['get_metrics_for_chart (of many)'],
    found: [
      'body.targetedExperiments[]: "k49" → absent',
      'only ours: POST /api/rest/v2/experiments/multi-metric-chart {"targetedExperiments":["k49"],"metrics":["loss"],"params":null,"independentMetrics":true,"fetchFull":false}',
    ],
    reason: 'Fifty experiments take one call: an answer is read while others arrive.',
  },
  {
    of: ['log_output (of many lines)'],
    found: [
      'body.outputLines[]: {"stderr":false,"output":"x\\n","localTimestamp":"<ms of another clock>","offset":5000} → absent',
      'only ours: POST /clientlib/rest/v2/write/experiment/output {"experimentKey":"<bare>","runContext":null,"outputLines":[{"stderr":false,"output":"x\\n","localTimestamp":"<now in ms>","offset":5000}]}',
    ],
    reason: 'Five thousand lines take one call: a long output is no body of any size.',
  },
  {
    of: ['log_output (none)'],
    found: [
      'only the SDK: POST /clientlib/rest/v2/write/experiment/output {"experimentKey":"<bare>","runContext":null,"outputLines":[]}',
      `answer: ${saved} → null`,
    ],
    reason: 'Where there is nothing to log nothing is sent.',
  },
  {
    of: ['log_metric (nothing)', 'log_metric (without a name)'],
    found: [
      'only the SDK: POST /api/rest/v2/write/experiment/metric {"experimentKey":"<bare>","metricName":"none","metricValue":null}',
      'only the SDK: POST /api/rest/v2/write/experiment/metric {"experimentKey":"<bare>","metricName":"","metricValue":1}',
      'answer.error: 400 → "refused"',
    ],
    reason: 'What is no point of a metric is rejected before anything is sent.',
  },
  {
    of: ['get_curve (of an experiment with nothing in it)'],
    found: [`only ours: GET ${rest}/experiment/asset/list`],
    reason: 'The curve and its step are asked for at once.',
  },
  {
    of: ['query (a bare variable)'],
    found: [`only the SDK: GET ${rest}/project/column-names`],
    reason: 'A query that is wrong in itself is rejected before anything is sent.',
  },
];

/** Requests that differ. */
const otherFields: readonly Difference[] = [
  {
    of: ['log_metric'],
    found: ['body.timestamp: absent → "<now in ms>"'],
    reason: 'A point that waits for an unavailable service keeps its time, and can be sent again.',
  },
  {
    of: [
      'log_metric (at a time)',
      'log_parameter (at a time)',
      'log_other (a number, at a time)',
      'log_html (more, at a time)',
      'log_metrics (of one, at a time)',
      'log_parameters (of one, at a time)',
    ],
    found: ['body.timestamp: 1700000000000000 → 1700000000000'],
    reason: 'Times are milliseconds in the interface; the SDK takes them for seconds.',
  },
  {
    of: ['log_html'],
    found: ['body.timestamp: "<now in µs>" → "<now in ms>"'],
    reason: 'The SDK multiplies its milliseconds once more.',
  },
  {
    of: ['log_output'],
    found: ['body.outputLines[].localTimestamp: "<ms of another clock>" → "<now in ms>"'],
    reason: 'The SDK sends a clock that starts with the machine.',
  },
  {
    of: ['log_metric (NaN)', 'log_metric (negative infinity)'],
    found: ['body.metricValue: "<bare NaN>" → "NaN"', 'body.metricValue: "<bare -Infinity>" → "-Infinity"'],
    reason: 'JSON has no such words; as text they are JSON, and every service of this wire takes them.',
  },
  {
    of: ['log_parameter (NaN)', 'log_parameter (infinity)'],
    found: ['body.parameterValue: "<bare NaN>" → "NaN"', 'body.parameterValue: "<bare Infinity>" → "Infinity"'],
    reason: 'As for metrics: JSON has no such words.',
  },
  {
    of: ['log_asset', 'log_image', 'log_video', 'log_table', 'log_curve'],
    found: ['query.assetId: absent → "<an id>"'],
    reason: 'The client makes the id, so that an upload sent again is the same asset.',
  },
  {
    of: ['log_asset', 'log_table (of a file)', 'log_image', 'log_video'],
    found: [
      'body.file.filename: "file" → "a.txt"',
      'body.file.filename: "file" → "sound.wav"',
      'body.file.filename: "file" → "data.json"',
      'body.file.filename: "file" → "kept.csv"',
      'body.file.filename: "file" → "ü & ☃.txt"',
      'body.file.filename: "<files>/pixels.png" → "pixels.png"',
      'body.file.filename: "<files>/clip.mp4" → "clip.mp4"',
    ],
    reason: 'The part bears the name of the file, without its folder.',
  },
  {
    of: ['log_image', 'log_video'],
    found: ['query.fileName: absent → "pixels.png"', 'query.fileName: absent → "clip.mp4"'],
    reason: 'The name is the name of the file, sent as for other assets.',
  },
  {
    of: ['log_image (with all options)'],
    found: ['body.metadata: absent → {"content":{"who":"ada","n":1}}'],
    reason: "The SDK loses the values of an image's metadata.",
  },
  {
    of: ['log_video (with all options)'],
    found: ['body.metadata.filename: "metadata" → absent'],
    reason: 'Metadata are no file; they travel as for other assets.',
  },
  {
    of: ['set_git_patch'],
    found: ['body.file.filename: "filename" → "git_diff.zip"'],
    reason: 'The part says what it is.',
  },
  {
    of: ['set_model_graph (a mapping)', 'get_model_graph (a mapping)', 'to_json (with everything)'],
    found: [
      'body.graph: "{\'nodes\': [1]}" → "{\\"nodes\\":[1]}"',
      'answer: "{\'nodes\': [1]}" → {"nodes":[1]}',
      'answer.model_graph: "{\'nodes\': [1]}" → {"nodes":[1]}',
    ],
    reason: 'A mapping travels as JSON, not as the text of a Python value, and is read back as one.',
  },
  {
    of: ['register_model'],
    found: ['body.version: null → "1.0.0"'],
    reason: 'The default of the interface.',
  },
  {
    of: ['register_model (with stages)'],
    found: ['body.tags: null → ["staging"]'],
    reason: 'Stages are tags in the interface; the SDK drops them.',
  },
  {
    of: ['download_experiment_asset'],
    found: ['query.allow301: "True" → "False"'],
    reason: 'The bytes come from the service itself: no second host is asked.',
  },
  {
    of: ['get_archived_experiment (by name)'],
    found: ['query.archived: "False" → "True"', 'answer: null → {"experiment":"<second>"}'],
    reason: 'The SDK looks among those that are not archived.',
  },
  {
    of: ['display', 'display_project'],
    found: [
      'only ours: POST /api/page/sign-in-link {"path":"/lab/digits/<first>?experiment-tab=chart"}',
      'only ours: POST /api/page/sign-in-link {"path":"/lab/digits/<first>"}',
      'only ours: POST /api/page/sign-in-link {"path":"/api/projects/redirect?projectId=<digits>"}',
      'only ours: POST /api/page/sign-in-link {"path":"/api/projects/redirect?projectId=<digits>&viewId=v1"}',
      'answer: "<root>/lab/digits/<first>?experiment-tab=chart" → "<root>/api/page/sign-in/<once>"',
      'answer: "<root>/lab/digits/<first>" → "<root>/api/page/sign-in/<once>"',
      'answer: "<root>/api/projects/redirect?projectId=<digits>" → "<root>/api/page/sign-in/<once>"',
      'answer: "<root>/api/projects/redirect?projectId=<digits>?viewId=v1" → "<root>/api/page/sign-in/<once>"',
    ],
    reason:
      'The browser is signed in to the local service by a link that works once; the SDK also writes two question marks.',
  },
  {
    of: ['get_metrics_for_chart (of parameters alone)'],
    found: [
      'only ours: POST /api/rest/v2/experiments/multi-metric-chart {"targetedExperiments":["<first>"],"metrics":[],"params":["lr"],"independentMetrics":true,"fetchFull":false}',
      'answer: [] → {"<first>":{"experiment_key":"<first>","experimentKey":"<first>","experimentName":"the first","empty":false,"steps":null,"epochs":null,"params":{"lr":"0.01"},"metrics":[]}}',
    ],
    reason: 'Parameters alone are enough in the interface; the SDK answers nothing.',
  },
  {
    of: ['query (or)'],
    found: [
      'body.predicates[].query.condition: "OR" → "AND"',
      'body.predicates[].query.rules[].source: "metrics" → absent',
      'body.predicates[].query.rules[]: {"id":"loss","field":"loss","type":"double","operator":"greater","value":0.4,"source":"metrics"} → absent',
      'only ours: POST /api/rest/v2/project/query {"workspaceName":"lab","projectName":"digits","predicates":[{"source":"metrics","query":{"condition":"AND","rules":[{"id":"loss","field":"loss","type":"double","operator":"greater","value":0.4}],"valid":true}}],"archived":false}',
    ],
    reason: 'Each alternative is a call of its own, which every service understands.',
  },
  {
    of: ['query (not both)'],
    found: [
      `body.predicates[]: ${notAlpha} → absent`,
      `only ours: POST /api/rest/v2/project/query {"workspaceName":"lab","projectName":"digits","predicates":[${notAlpha}],"archived":false}`,
      'answer[]: absent → {"experiment":"<second>"}',
    ],
    reason: 'The SDK asks for neither where not both was meant; ours asks for the one or the other, in two calls.',
  },
];

/** Results that differ. */
const otherResults: readonly Difference[] = [
  {
    of: ['set_name', 'set_state', 'Model.set_status', 'Model.add_tag', 'Model.delete_tag'],
    found: [`answer: null → ${saved}`, `answer: null → ${deleted}`],
    reason: "The service's answer is handed on.",
  },
  {
    of: ['register_model'],
    found: [`answer: null → ${registration}`],
    reason: 'The interface names this answer; the SDK drops it.',
  },
  {
    of: ['url (of what is oddly named)'],
    found: [
      `answer: "<root>/odd ☃ & co/naïve ☃ 50% a+b=c&d \\"q\\" 's'  #1? ü/<odd>" → "<root>/odd%20%E2%98%83%20%26%20co/na%C3%AFve%20%E2%98%83%2050%25%20a%2Bb%3Dc%26d%20%22q%22%20's'%20%20%231%3F%20%C3%BC/<odd>"`,
    ],
    reason: 'What an address gives a meaning of its own is encoded in it.',
  },
  {
    of: ['use_cache (set)'],
    found: ['answer: null → true'],
    reason: 'The flag is given in either case.',
  },
  {
    of: ['get_projects'],
    found: [
      `answer[]: "bare" → ${project('bare', '')}`,
      `answer[]: "digits" → ${project('digits', 'Handwritten digits')}`,
      `answer[]: "panel" → ${project('panel', '')}`,
    ],
    reason: 'Whole projects, as the interface says; `get` gives the names.',
  },
  {
    of: ['get (experiments)'],
    found: [
      'answer[]: {"experiment":"<second>"} → "a named one"',
      'answer[]: {"experiment":"<first>"} → "the first"',
      'answer[]: {"experiment":"<third>"} → "the third"',
    ],
    reason: 'Names, as the interface says; `getExperiments` gives the experiments.',
  },
  {
    of: ['set_project_notes (of an absent project)', 'get_project_notes (of an absent project)'],
    found: ['answer.error: "refused" → 404'],
    reason: 'The error has the message of the service: the project does not exist.',
  },
  {
    of: ['register_model (under what is no version)'],
    found: ['answer.error: "refused" → 400'],
    reason: 'The error carries what the service answered.',
  },
  {
    of: ['to_json', 'to_json (after more was set)'],
    found: ['answer.name: "the third" → "only here"'],
    reason: 'The SDK forgets a name set on the instance when it reads the metadata again.',
  },
  {
    of: ['to_json (after more was set)', 'to_json (with everything)'],
    found: ['answer.file_name: null → "third.py"', 'answer.file_name: null → "train.py"'],
    reason: 'The SDK returns metadata as old as the instance.',
  },
  {
    of: ['to_json (with everything)'],
    found: ['answer.git_patch: "--- a\\n+++ b\\n" → {"git_diff.patch":"--- a\\n+++ b\\n"}'],
    reason: 'A patch is returned in an archive, as by `getGitPatch`.',
  },
  {
    of: ['get_metrics_summary (absent)', 'get_parameters_summary (absent)'],
    found: ['answer: [] → null'],
    reason: 'One summary is asked for: null says that there is none.',
  },
  {
    of: ['log_metrics (none)', 'log_parameters (none)'],
    found: ['answer: [] → null'],
    reason: 'Nothing was sent, so there is no answer.',
  },
  {
    of: ['log_table (without rows)'],
    found: [
      'only ours: POST /api/rest/v2/write/experiment/upload-asset {"file":{"filename":"file","content":""}}',
      'answer: {"error":"refused"} → {"assetId":"<an id>","link":"<root>/api/rest/v2/experiment/asset/get-asset?assetId=<an id>&experimentKey=<bare>","msg":"Saved","code":200}',
    ],
    reason: 'A table without rows is one; the SDK breaks down.',
  },
  {
    of: ['log_table (of a format that is none)'],
    found: ['answer: null → {"error":"refused"}'],
    reason: 'The call fails; the SDK writes to its log and returns nothing.',
  },
  {
    of: ['get_asset_list', 'to_json (with everything)'],
    found: [
      'answer[].metadata: "{\\"n\\":1,\\"who\\":\\"ada\\"}" → {"who":"ada","n":1}',
      'answer[].metadata: null → {"who":"ada","n":1}',
      'answer.asset_list[].metadata: "{\\"n\\":1,\\"who\\":\\"ada\\"}" → {"who":"ada","n":1}',
      'answer.asset_list[].metadata: null → {"who":"ada","n":1}',
    ],
    reason: "Metadata are a value of JSON, as the interface says; an image's are kept.",
  },
];

/** Requests of a caching instance: the client invalidates its cache where the SDK does not. */
const cache: readonly Difference[] = [
  {
    of: ['get_account_details (first again)'],
    found: [`only ours: GET ${rest}/account-details`],
    reason: 'What caching was turned off for is forgotten.',
  },
  {
    of: ['get_tags (cached, after one was deleted)'],
    found: [`only ours: GET ${rest}/experiment/tags`, 'answer[]: "gamma" → absent'],
    reason: 'The SDK still returns a tag that it has deleted.',
  },
  {
    of: ['get_metrics (cached, after a point was logged)'],
    found: [
      `only ours: GET ${rest}/experiment/metrics/get-metric`,
      'answer[]: absent → {"metricName":"loss","metricValue":"0.125","timestamp":"<now in ms>","step":3,"epoch":null,"runContext":null}',
    ],
    reason: 'The SDK does not return a point that it has logged.',
  },
  {
    of: ['get_project (cached, after it was updated)'],
    found: [`only ours: GET ${rest}/project`, 'answer.projectDescription: "" → "changed"'],
    reason: 'The SDK still returns the old project.',
  },
  {
    of: ['stop_experiment (cached, again)'],
    found: [`only ours: GET ${rest}/write/experiment/stop`],
    reason: 'What changes something is never answered from the cache.',
  },
];

/** All intended differences. A difference that is missing here, or no longer found, fails the test. */
export const differences: readonly Difference[] = [...fewerRequests, ...otherFields, ...otherResults, ...cache];
