import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { APIExperiment } from '@tracklens/core';
import { API } from '@tracklens/core/browser';
import { RestApiException } from '@tracklens/core/client';
import { contract } from '@tracklens/core/contract';
import { suiteCleanup } from '@tracklens/core/test-support';
import {
  type ChangeResult,
  type Dialogs,
  definitionOf,
  editText,
  isOffered,
  manageDefinitions,
  runCommand,
  type Subject,
} from '@tracklens/ui/manage';
import { english } from '@tracklens/ui/trees';
import { withModel } from './cases/registry.ts';
import { type ContractService, contractConnections, contractService } from './contract-service.ts';

/** Answers of the user: a text or choice, tags, or whether to go on. */
type Answers = readonly (string | readonly string[] | boolean | null)[];

/** Dialogs that give the answers in order, and record what was asked. */
function scripted(answers: Answers) {
  const left = [...answers];
  const asked: string[] = [];
  const next =
    <T>() =>
    async ({ title, detail = '' }: { readonly title: string; readonly detail?: string }): Promise<T> => {
      assert.ok(left.length > 0, `unexpected question: ${title}`);
      asked.push(`${title}\n${detail}`);
      return left.shift() as T;
    };
  const dialogs: Dialogs = { line: next(), tags: next(), choice: next(), choices: next(), confirm: next() };
  return { dialogs, asked, left };
}

/** Something to change, with the answers of the user and what is read of it. */
interface Case {
  readonly subjects: readonly Subject[];
  readonly answers: Answers;
  read(): Promise<unknown>;
  readonly before: unknown;
  readonly after: unknown;
}

/** Commands whose change cannot be undone. */
const final = new Set([
  'create-project',
  'delete-project',
  'stop-experiments',
  'delete-experiments',
  'register-model',
  'create-version',
]);

const subjectOf = (experiment: APIExperiment, name: string): Subject<'experiment'> => ({
  kind: 'experiment',
  experimentKey: experiment.key,
  name,
});

describe('commands that change something on the service', () => {
  const stack = suiteCleanup();
  let service: ContractService;
  let api: API;

  before(async () => {
    service = await contractService(contractConnections[0]!);
    stack.defer(() => service.close());
    // The commands use what the clients for Node and for browsers have in common.
    api = service.api as unknown as API;
    api.useCache(false);
    await service.experiment('any');
  });

  async function experiments(projectName: string, ...names: readonly string[]) {
    const made = [];
    for (const name of names) {
      const experiment = await service.experiment(projectName);
      await experiment.setName(name);
      made.push(experiment);
    }
    return made;
  }

  async function registered(modelName: string) {
    const experiment = await withModel(service);
    await experiment.registerModel('net', { registryName: modelName, version: '1.0.0' });
    return { experiment, model: await api.getModel(service.workspace, modelName) };
  }

  async function artifact(artifactName: string) {
    const [experiment] = await experiments('artifacts', 'producer');
    const body = { artifactName, artifactType: 'data', experimentKey: experiment!.key, version: '1.0.0' };
    const { artifactId } = await service.wire(contract.artifacts.upsert, {
      body: { ...body, alias: ['old'], versionTags: ['raw'] },
    });
    const subject = { kind: 'artifact-version', artifactId, version: '1.0.0', name: `${artifactName} 1.0.0` } as const;
    return { subject, version: async () => (await api.getArtifactDetails({ artifactId })).versions[0]! };
  }

  const namesIn = async (projectName: string) =>
    (await api.getExperiments(service.workspace, { projectName })).map(({ name }) => name).sort();
  const projectNames = async () => (await api.getProjects(service.workspace)).map(({ projectName }) => projectName);
  const project = async (projectName: string): Promise<Subject<'project'>> => {
    if (!(await projectNames()).includes(projectName)) await api.createProject(service.workspace, projectName);
    return { kind: 'project', workspace: service.workspace, projectName, name: projectName };
  };

  const cases: Readonly<Record<string, () => Promise<Case>>> = {
    async 'create-project'() {
      const read = async () => (await projectNames()).includes('made here');
      const { workspace } = service;
      return {
        subjects: [{ kind: 'workspace', workspace, name: workspace }],
        answers: [' made here '],
        read,
        before: false,
        after: true,
      };
    },
    async 'rename-project'() {
      const subjects = [await project('old name')];
      const read = async () => (await projectNames()).filter((name) => /^(old|new) name$/.test(name)).join();
      return { subjects, answers: ['new name'], read, before: 'old name', after: 'new name' };
    },
    async 'describe-project'() {
      const subjects = [await project('described')];
      const read = async () => (await api.getProject(service.workspace, 'described'))?.projectDescription ?? '';
      return { subjects, answers: ['Digits'], read, before: '', after: 'Digits' };
    },
    async 'edit-project-notes'() {
      const subjects = [await project('noted')];
      const read = () => api.getProjectNotes(service.workspace, 'noted');
      return { subjects, answers: ['# Plan'], read, before: '', after: '# Plan' };
    },
    async 'restore-experiments'() {
      const [one, two] = await experiments('archive', 'one', 'two');
      await api.archiveExperiments([one!.key, two!.key]);
      const answers = [[two!.key]];
      return {
        subjects: [await project('archive')],
        answers,
        read: () => namesIn('archive'),
        before: [],
        after: ['two'],
      };
    },
    async 'delete-project'() {
      await experiments('short-lived', 'lost');
      const read = async () => (await projectNames()).includes('short-lived');
      return { subjects: [await project('short-lived')], answers: [true], read, before: true, after: false };
    },
    async 'rename-experiment'() {
      const [one] = await experiments('renamed', 'before');
      const subjects = [subjectOf(one!, 'before')];
      return { subjects, answers: ['after'], read: () => namesIn('renamed'), before: ['before'], after: ['after'] };
    },
    async 'change-experiment-tags'() {
      const [one, two] = await experiments('tagged', 'one', 'two');
      await one!.addTags(['common', 'own']);
      await two!.addTags(['common', 'new']);
      const read = async () => [[...(await one!.getTags())].sort(), [...(await two!.getTags())].sort()];
      return {
        subjects: [subjectOf(one!, 'one'), subjectOf(two!, 'two')],
        answers: [['new']],
        read,
        before: [
          ['common', 'own'],
          ['common', 'new'],
        ].map((tags) => tags.sort()),
        after: [['new', 'own'], ['new']],
      };
    },
    async 'edit-experiment-notes'() {
      const [one] = await experiments('notes', 'one');
      const read = async () => (await one!.getOthersSummary()).find(({ name }) => name === 'notes')?.valueCurrent ?? '';
      return { subjects: [subjectOf(one!, 'one')], answers: ['*good*'], read, before: '', after: '*good*' };
    },
    async 'register-model'() {
      const experiment = await withModel(service);
      const read = async () => (await api.getRegistryModelNames(service.workspace)).includes('fresh');
      const subjects = [subjectOf(experiment, 'maker')];
      return { subjects, answers: ['fresh', '1.0.0'], read, before: false, after: true };
    },
    async 'move-experiments'() {
      await project('target');
      const [one, two] = await experiments('source', 'one', 'two');
      const subjects = [subjectOf(one!, 'one'), subjectOf(two!, 'two')];
      return { subjects, answers: ['target'], read: () => namesIn('target'), before: [], after: ['one', 'two'] };
    },
    async 'stop-experiments'() {
      const [one] = await experiments('stopping', 'one');
      await one!.setState('running');
      const read = async () => (await one!.getMetadata()).running;
      return { subjects: [subjectOf(one!, 'one')], answers: [true], read, before: true, after: false };
    },
    async 'archive-experiments'() {
      const [one, two] = await experiments('archiving', 'one', 'two');
      const subjects = [subjectOf(one!, 'one'), subjectOf(two!, 'two')];
      return { subjects, answers: [], read: () => namesIn('archiving'), before: ['one', 'two'], after: [] };
    },
    async 'delete-experiments'() {
      const [one, two] = await experiments('deleting', 'one', 'two', 'three');
      const subjects = [subjectOf(one!, 'one'), subjectOf(two!, 'two')];
      return {
        subjects,
        answers: [true],
        read: () => namesIn('deleting'),
        before: ['one', 'three', 'two'],
        after: ['three'],
      };
    },
    async 'create-version'() {
      const { experiment } = await registered('growing');
      const { workspace } = service;
      return {
        subjects: [{ kind: 'model', workspace, modelName: 'growing', name: 'growing' }],
        answers: [experiment.key, '1.1.0'],
        read: async () => [...(await api.getRegistryModelVersions(workspace, 'growing'))].sort(),
        before: ['1.0.0'],
        after: ['1.0.0', '1.1.0'],
      };
    },
    async 'edit-notes'() {
      await registered('described model');
      const { workspace } = service;
      return {
        subjects: [{ kind: 'model', workspace, modelName: 'described model', name: 'described model' }],
        answers: ['# Cats'],
        read: () => api.getRegistryModelNotes(workspace, 'described model'),
        before: '',
        after: '# Cats',
      };
    },
    async 'change-status'() {
      const { model } = await registered('promoted');
      await model.setStatus('1.0.0', 'Staging');
      const subjects = [versionOf('promoted')];
      const read = () => model.status('1.0.0');
      return { subjects, answers: ['Production'], read, before: 'Staging', after: 'Production' };
    },
    async 'change-tags'() {
      const { model } = await registered('tagged model');
      await model.addTag('1.0.0', 'old');
      const subjects = [versionOf('tagged model')];
      return { subjects, answers: [['new']], read: () => model.tags('1.0.0'), before: ['old'], after: ['new'] };
    },
    async 'change-comment'() {
      const { model } = await registered('commented');
      const subjects = [versionOf('commented')];
      const read = async () => (await model.getDetails({ version: '1.0.0' })).comment;
      return { subjects, answers: ['Fine\nand fast'], read, before: '', after: 'Fine\nand fast' };
    },
    async 'change-aliases'() {
      const { subject, version } = await artifact('aliased');
      const read = async () => (({ alias, tags }) => [alias, tags])(await version());
      return { subjects: [subject], answers: [['best']], read, before: [['old'], ['raw']], after: [['best'], ['raw']] };
    },
    async 'change-artifact-tags'() {
      const { subject, version } = await artifact('tagged data');
      const read = async () => (({ alias, tags }) => [alias, tags])(await version());
      return {
        subjects: [subject],
        answers: [['clean']],
        read,
        before: [['old'], ['raw']],
        after: [['old'], ['clean']],
      };
    },
  };

  const versionOf = (modelName: string): Subject<'version'> => ({
    kind: 'version',
    workspace: service.workspace,
    modelName,
    version: '1.0.0',
    name: `${modelName} 1.0.0`,
  });

  /** Runs a command with answers; a text is edited to the first answer. */
  async function run(id: string, subjects: readonly Subject[], answers: Answers) {
    const { dialogs, asked, left } = scripted(answers);
    const context = { api, t: english, dialogs };
    const result: ChangeResult | null = await runCommand(definitionOf(id)!, subjects, {
      ...context,
      edit: (text, subject) => editText(context, text, subject, dialogs.line as never),
    });
    return { result, asked, left };
  }

  test('every command has a case', () => {
    assert.deepEqual(Object.keys(cases).sort(), manageDefinitions.map(({ id }) => id).sort());
  });

  for (const { id, kind } of manageDefinitions) {
    test(`${id} changes what it names once the user agrees, and ${final.has(id) ? 'says that it is final' : 'is undone'}`, async () => {
      const { subjects, answers, read, before: earlier, after } = await cases[id]!();
      if (answers.length > 0) {
        const cancelled = await run(id, subjects, [answers[0] === true ? false : null]);
        assert.equal(cancelled.result, null);
      }
      assert.deepEqual(await read(), earlier);
      const { result, asked, left } = await run(id, subjects, answers);
      assert.deepEqual(left, []);
      assert.equal(result?.problem, undefined);
      assert.match(result?.message ?? '', /^[A-Z].*\.$/);
      assert.deepEqual(await read(), after);
      if (!final.has(id)) {
        await result!.undo!();
        assert.deepEqual(await read(), earlier);
        return;
      }
      assert.equal(result?.undo, undefined);
      if (!/^(delete|stop)/.test(id)) return;
      for (const { name } of subjects) assert.ok(asked[0]!.includes(name), name);
      assert.match(asked[0]!, /This cannot be undone\.$/);
      assert.equal(kind === 'project', asked[0]!.includes('1 experiment will be deleted with everything it logged.'));
    });
  }

  test('a confirmation speaks of one subject in the singular, without its name a second time, and lists several', async () => {
    const [one, two] = await experiments('asking', 'one', 'two');
    const subjects = [subjectOf(one!, 'one'), subjectOf(two!, 'two')];
    const ask = async (id: string, of: readonly Subject[]) => (await run(id, of, [false])).asked;
    assert.deepEqual(await ask('delete-experiments', subjects.slice(0, 1)), [
      'Delete one?\nIts metrics, files and everything else it logged will be deleted. This cannot be undone.',
    ]);
    assert.deepEqual(await ask('delete-experiments', subjects), [
      'Delete 2 experiments?\none\ntwo\n\n' +
        'Their metrics, files and everything else they logged will be deleted. This cannot be undone.',
    ]);
    assert.deepEqual(await ask('stop-experiments', subjects.slice(0, 1)), [
      'Stop one?\nThe training script is asked to end. This cannot be undone.',
    ]);
    assert.deepEqual(await ask('delete-project', [await project('asking')]), [
      'Delete asking?\n' +
        '2 experiments, archived ones included, will be deleted with everything they logged. This cannot be undone.',
    ]);
  });

  test('experiments move to a project that is created for them, also from the only project', async () => {
    await using cleanup = new AsyncDisposableStack();
    const alone = await contractService(contractConnections[0]!);
    cleanup.defer(() => alone.close());
    const experiment = await alone.experiment('only');
    const choices: Parameters<Dialogs['choice']>[0][] = [];
    const dialogs: Dialogs = {
      ...scripted(['made for it']).dialogs,
      async choice(question) {
        choices.push(question);
        return question.items.at(-1)!.id;
      },
    };
    const own = alone.api as unknown as API;
    own.useCache(false);
    const context = { api: own, t: english, dialogs, edit: async () => null };
    const result = await runCommand(definitionOf('move-experiments')!, [subjectOf(experiment, 'one')], context);
    assert.deepEqual(
      choices.map(({ label, items }) => [label, items.map((item) => item.label)]),
      [[`${alone.workspace} has no other project.`, ['New Project…']]],
    );
    assert.equal(result?.message, 'Moved one to made for it.');
    const projectOf = async () => (await experiment.getMetadata()).projectName;
    assert.equal(await projectOf(), 'made for it');
    await result.undo!();
    assert.equal(await projectOf(), 'only');
  });

  test('an experiment without a name and a model is named by its key', async () => {
    await registered('of a nameless experiment');
    const experiment = await service.experiment();
    await experiment.setName('');
    const { key } = experiment;
    const { workspace } = service;
    const modelName = 'of a nameless experiment';
    const { result } = await run('create-version', [{ kind: 'model', workspace, modelName, name: modelName }], [key]);
    assert.equal(result?.problem, `${key.slice(0, 9)} has logged no model. Log one with experiment.log_model(…).`);
  });

  test('a model of another workspace is not registered as a new version', async () => {
    await registered('of one workspace');
    const workspace = 'another';
    const experiment = () => APIExperiment.create({ api: service.api, workspace, projectName: 'p', start: false });
    const { key } = await withModel({ ...service, experiment });
    const subject = { kind: 'model', workspace: service.workspace, modelName: 'of one workspace', name: 'm' } as const;
    const { result, left } = await run('create-version', [subject], [key, '1.1.0']);
    assert.deepEqual(left, ['1.1.0']);
    assert.equal(
      result?.problem,
      `The experiment is in ${workspace}; its models cannot be registered in ${service.workspace}.`,
    );
    assert.deepEqual(await api.getRegistryModelNames(workspace), []);
    assert.deepEqual(await api.getRegistryModelVersions(service.workspace, 'of one workspace'), ['1.0.0']);
  });

  test('aliases are changed and undone without the labels that were changed meanwhile', async () => {
    const { subject, version } = await artifact('labeled twice');
    const read = async () => (({ alias, tags }) => [alias, tags])(await version());
    const { result: aliases } = await run('change-aliases', [subject], [['old', 'best']]);
    await run('change-artifact-tags', [subject], [['raw', 'clean']]);
    await run('change-aliases', [subject], [['old', 'best', 'live']]);
    await aliases!.undo!();
    assert.deepEqual(await read(), [
      ['live', 'old'],
      ['raw', 'clean'],
    ]);
  });

  test('what cannot be changed is named with the reason, and the rest is changed', async () => {
    const [one, two] = await experiments('partly', 'one', 'two');
    const gone: Subject = { kind: 'experiment', experimentKey: 'f'.repeat(32), name: 'gone' };
    const { result } = await run('archive-experiments', [subjectOf(one!, 'one'), gone, subjectOf(two!, 'two')], []);
    assert.equal(result?.message, 'Archived 2 experiments.');
    assert.match(result?.problem ?? '', /^Not changed: gone\. \S/);
    assert.deepEqual(await namesIn('partly'), []);
    await result!.undo!();
    assert.deepEqual(await namesIn('partly'), ['one', 'two']);
  });

  test('after a failure of the service no further experiment is tried', async () => {
    let requests = 0;
    const transport = {
      async send(): Promise<never> {
        requests++;
        throw RestApiException.of({ code: 'unreachable', reason: 'no connection' });
      },
    };
    const subjects = Array.from({ length: 100 }, (_, index): Subject => {
      return { kind: 'experiment', experimentKey: `k${index}`, name: `e${index}` };
    });
    const { dialogs } = scripted([]);
    const lost = new API({ transport, url: 'http://service.example', retry: { attempts: 1 }, warn: () => {} });
    const result = await runCommand(definitionOf('archive-experiments')!, subjects, {
      api: lost,
      t: english,
      dialogs,
      edit: async () => null,
    });
    assert.ok(requests <= 8, `${requests} requests`);
    assert.equal(result?.message, '');
    assert.match(result?.problem ?? '', /^Not changed: e0, .*, … and 90 more\. The service cannot be reached\. \S/);
  });

  test('a command runs for the subjects that it is offered for only', async () => {
    const rename = definitionOf('rename-experiment')!;
    const stop = definitionOf('stop-experiments')!;
    const experiment = { kind: 'experiment', state: 'finished' };
    assert.equal(isOffered(rename, [experiment]), true);
    assert.equal(isOffered(rename, [experiment, experiment]), false);
    assert.equal(isOffered(stop, [experiment]), false);
    assert.equal(isOffered(stop, [{ kind: 'experiment', state: 'running' }, experiment]), false);
    assert.equal(isOffered(definitionOf('archive-experiments')!, [experiment, { kind: 'project' }]), false);
    const [one, two] = await experiments('offered', 'one', 'two');
    const { result } = await run('rename-experiment', [subjectOf(one!, 'one'), subjectOf(two!, 'two')], []);
    assert.match(result?.problem ?? '', /one at a time; 2 are selected/);
  });
});
