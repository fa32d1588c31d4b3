import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { argumentAt, callNames, clientCalls } from './code-calls.ts';
import { codeReferences } from './code-references.ts';
import { type CodeLanguage, codeScanner } from './code-tokens.ts';

const key = '0123456789abcdef0123456789abcdef';
const scanners = { python: codeScanner('python', callNames), typescript: codeScanner('typescript', callNames) };

const referencesOf = (text: string, language: CodeLanguage = 'python') =>
  codeReferences(text, scanners[language](text)).map(({ start, end }) => text.slice(start, end));

describe('references in strings and comments', () => {
  const cases: [text: string, expected: string[], language?: CodeLanguage][] = [
    [`run = APIExperiment(previous_experiment="${key}")`, [key]],
    [`# compare with ${key}, the last one`, [key]],
    [`"""Trained by team/vision/${key}."""`, [`team/vision/${key}`]],
    [`#Continues team/vision/${key}\n"Continues team/vision/${key}"`, [`team/vision/${key}`, `team/vision/${key}`]],
    [`api.get('team/my vision/${key}')`, [`team/my vision/${key}`]],
    [`api.get("team/vision/Own0Key0Own0Key0Own0Key0Own0Key0")`, ['team/vision/Own0Key0Own0Key0Own0Key0Own0Key0']],
    [
      `see = "https://example.org/team/vision/${key}?experiment-tab=chart."`,
      [`https://example.org/team/vision/${key}?experiment-tab=chart`],
    ],
    [`// ${key}\nconst a = '${key}'; /* ${key} */`, [key, key, key], 'typescript'],
    [`const quoted = /["']/; // ${key}`, [key], 'typescript'],
    [`const path = \`team/vision/${key}\`;`, [`team/vision/${key}`], 'typescript'],
    // Code is no text, and a path of files, a secret and a checksum are no experiments.
    [`x = ${key}`, []],
    [`open("runs/${key}")`, []],
    [`open("/data/runs/a/${key}")`, []],
    [`API_KEY = "${key}"`, []],
    [`{"md5": "${key}"}`, []],
    [`comet_ml.start(api_key="${key}", experiment_key="${key}")`, [key]],
    [`"${key}0"`, []],
    [`"${'0'.repeat(32)}" "${'a'.repeat(32)}"`, []],
  ];
  for (const [text, expected, language] of cases)
    test(text, () => assert.deepEqual(referencesOf(text, language), expected));
});

const callsOf = (text: string, language: CodeLanguage = 'python') => clientCalls(text, scanners[language](text));

describe('calls of the client', () => {
  const cases: [text: string, expected: Record<string, unknown>, language?: CodeLanguage][] = [
    [
      'Experiment(project_name="vision", workspace="team")',
      { kind: 'start', workspace: 'team', projectName: 'vision' },
    ],
    ['Experiment("k", "vision", \'team\')', { kind: 'start', workspace: 'team', projectName: 'vision' }],
    [
      'comet_ml.start(\n  workspace="team",\n  project="vision",\n)',
      { kind: 'start', workspace: 'team', projectName: 'vision' },
    ],
    ['from comet_ml import start\nstart(workspace="team")', { kind: 'start', workspace: 'team' }],
    ['TEAM = "team"\nExperiment(workspace=TEAM, project_name=f"{x}")', { workspace: 'team', projectName: null }],
    [`ExistingExperiment(previous_experiment="${key}")`, { kind: 'open', experimentKey: key }],
    [`new APIExperiment({ api, previousExperiment: '${key}' })`, { kind: 'open', experimentKey: key }, 'typescript'],
    [
      "await APIExperiment.create({ api, workspace: 'team', projectName: 'vision' })",
      { name: 'APIExperiment.create', kind: 'start', projectName: 'vision' },
      'typescript',
    ],
    [
      "const team = 'team';\nconst m = await api.getModel(team, 'net');",
      { kind: 'model', workspace: 'team', modelName: 'net' },
      'typescript',
    ],
    [
      'api.get_registry_model_details("team", registry_name="net", version="9.9.9")',
      { name: 'get_registry_model_details', modelName: 'net' },
    ],
  ];
  for (const [text, expected, language] of cases) {
    test(text, () => assert.partialDeepStrictEqual(callsOf(text, language), [expected]));
  }

  test('the version of a method belongs to the model of its variable', () => {
    const text =
      'model = comet_ml.API().get_model("team", "net")\nmodel.download("1.0.0", "out")\nother.download("2.0.0")';
    const [, download, ...others] = callsOf(text);
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(download, { name: 'download', workspace: 'team', modelName: 'net' });
    assert.equal(text.slice(download!.version!.start, download!.version!.end), '1.0.0');
  });

  test('a model of a workspace that is computed is unknown, as another workspace may have one of its name', () => {
    const modelOf = (workspace: string) => callsOf(`api.get_model(${workspace}, "net")`)[0]?.modelName;
    assert.deepEqual(['os.environ["TEAM"]', 'args.team', 'f"{team}"'].map(modelOf), [null, null, null]);
    assert.deepEqual(['"team"', 'None'].map(modelOf), ['net', 'net']);
    assert.equal(callsOf('api.get_model(model_name="net")')[0]?.modelName, 'net');
  });

  test('start of a thread is no experiment, and a name that is computed is unknown', () => {
    assert.deepEqual(callsOf('from threading import Thread\nThread().start(1)'), []);
    const [call] = callsOf('Experiment(workspace=team(), project_name="a" + "b")');
    assert.deepEqual([call?.workspace, call?.projectName], [null, null]);
  });
});

describe('the argument at the cursor', () => {
  const cases: [text: string, argument: string | null, language?: CodeLanguage][] = [
    ['Experiment(workspace="|")', 'workspace'],
    ['Experiment(workspace="te|am", project_name="x")', 'workspace'],
    ['Experiment(workspace="team", project_name="|', 'project_name'],
    ['api.get_experiments("team", "vi|")', 'project_name'],
    ['e.log_metric("lo|ss", loss("x"))', 'metric'],
    ["run.getMetrics({ metric: '|' })", 'metric', 'typescript'],
    ['api.get_model("team", "|")', 'model_name'],
    ['model = api.get_model("team", "net")\nmodel.download("|1.0.0")', 'version'],
    ['print("|")', null],
    ['Experiment(workspace=name("|"))', null],
    ['e.log_metric("loss", "|")', null],
  ];
  for (const [marked, argument, language = 'python'] of cases) {
    test(marked, () => {
      const offset = marked.indexOf('|');
      const text = marked.replace('|', '');
      assert.equal(argumentAt(text, scanners[language](text), offset)?.argument ?? null, argument);
    });
  }

  test('a string without its closing quote ends at the cursor, and what follows is not replaced', () => {
    const text = 'Experiment(workspace="te, project_name=name)';
    const offset = text.indexOf(',');
    assert.equal(argumentAt(text, scanners.python(text), offset)?.literal.end, offset);
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    '"',
    "'",
    '`',
    '"""',
    '#',
    '//',
    '/*',
    '*/',
    '\\',
    '\n',
    '(',
    ')',
    '{',
    '}',
    ',',
    '=',
    ':',
    '${',
    key,
  ),
  fc.constantFrom('Experiment(', 'get_model(', 'workspace=', ' https://a.b/', 'team/vision/', 'log_metric("', '/'),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const anyCode = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

describe('any text', () => {
  for (const language of ['python', 'typescript'] as const) {
    test(`is read without an error, and ranges are within it and in order: ${language}`, () => {
      fc.assert(
        fc.property(anyCode, fc.nat(400), (text, offset) => {
          const tokens = scanners[language](text);
          const references = codeReferences(text, tokens);
          argumentAt(text, tokens, Math.min(offset, text.length));
          const calls = clientCalls(text, tokens);
          for (const spans of [tokens.strings, tokens.comments, references]) {
            let last = 0;
            for (const { start, end } of spans) {
              assert.ok(last <= start && start <= end && end <= text.length);
              last = end;
            }
          }
          for (const { start, end } of calls) assert.ok(start < end && end <= text.length);
        }),
        { numRuns: 300 },
      );
    });

    test(`the references of a line do not depend on the lines in front of it: ${language}`, () => {
      const line = fc.constantFrom('x = 1', 'y = "a" + \'b\'', 'f(1, [2])', `k = "${key}"`, '"""text"""', '');
      fc.assert(
        fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
          const text = [...lines, `see("team/vision/${key}")`].join('\n');
          assert.equal(referencesOf(text, language).at(-1), `team/vision/${key}`);
        }),
      );
    });
  }
});

test('a hostile text takes linear time', () => {
  const parts = [
    '"a/',
    'team/',
    '   /',
    'Experiment(',
    'start(',
    'x = get_model(v,',
    "r'\\",
    `${key}/`,
    'https://',
    '=/[',
    '[=/]',
  ];
  const variables = Array.from({ length: 10_000 }, (_, index) => `get_model(v${index}, w${index})`).join('\n');
  for (const text of [...parts.map((part) => part.repeat(40_000)), variables]) {
    const start = performance.now();
    for (const language of ['python', 'typescript'] as const) {
      referencesOf(text, language);
      callsOf(text, language);
    }
    assert.ok(performance.now() - start < 5_000, text.slice(0, 40));
  }
});
