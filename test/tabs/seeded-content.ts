import { strToU8, zipSync } from 'fflate';
import type { TestService } from '../../packages/server/src/testing/test-service.ts';
import { histogram, png, wav } from './sample-files.ts';

/** Markup that sets a global variable if any part of it runs, and requests images from another origin. */
export const hostile =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1;parent.hacked=1;top.hacked=1</script>' +
  '<svg onload="window.hacked=1"></svg><iframe srcdoc="<script>parent.hacked=1;top.hacked=1</script>"></iframe>' +
  '<a href="javascript:window.hacked=1">link</a><img src="http://127.0.0.9:9/pixel">';

const hostileSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="window.hacked=1;parent.hacked=1">' +
  '<script>window.hacked=1;parent.hacked=1</script><image href="http://127.0.0.9:9/pixel" width="9" height="9"/>' +
  '<rect width="40" height="40" fill="#c33"/></svg>';

const patch = `diff --git a/train.py b/train.py
index 1d2..3f4 100644
--- a/train.py
+++ b/train.py
@@ -1,3 +1,4 @@ def train(config):
 data = load()
-lr = 0.1
+lr = 0.01
+weight_decay = 1e-4
 run(data)
`;

const code = `"""Trains a network."""
import numpy as np

def train(config: dict) -> float:
    # The learning rate falls over time.
    for epoch in range(config["epochs"]):
        loss = float(np.mean([0.1, 0.2]))
        print(f"epoch {epoch} loss {loss}")
    return loss
`;

/** Logged data for the tests of the tabs. */
export interface SeededContent {
  /** Key of an experiment with data for each tab. */
  readonly full: string;
  /** Key of an experiment without data. */
  readonly empty: string;
  /** Key of an experiment with hostile names and contents. */
  readonly hostile: string;
}

type Bytes = string | Uint8Array<ArrayBuffer>;

/** Logs two experiments as clients do, and creates an empty one. */
export async function seedContent(service: TestService): Promise<SeededContent> {
  const write = (path: string, body: unknown) => service.call('POST', `/api/rest/v2/write/${path}`, body);
  const upload = async (
    experimentKey: string,
    fields: { fileName: string; type?: string; step?: number; artifactVersionId?: string },
    content: Bytes,
    metadata?: unknown,
  ) => {
    const form = new FormData();
    form.set('file', new Blob([content]), 'file');
    if (metadata !== undefined) form.set('metadata', JSON.stringify(metadata));
    const given = Object.entries({ experimentKey, ...fields }).map(([name, value]) => [name, String(value)]);
    const query = new URLSearchParams(given as [string, string][]);
    const { assetId } = await service.call<{ assetId: string }>(
      'POST',
      `/api/rest/v2/write/experiment/upload-asset?${query}`,
      form,
    );
    return assetId;
  };
  const print = (experimentKey: string, lines: readonly string[]) =>
    write('experiment/output', {
      experimentKey,
      outputLines: lines.map((output, offset) => ({
        output: `${output}\n`,
        offset,
        stderr: /^(?:Traceback|ValueError|\s+File)/.test(output),
      })),
    });
  const artifact = async (experimentKey: string, name: string, files: Record<string, Bytes>) => {
    const { artifactVersionId } = await write('artifacts/upsert', {
      experimentKey,
      artifactName: name,
      artifactType: 'dataset',
      version: '1.0.0',
      alias: ['latest'],
      versionTags: ['clean'],
      versionMetadata: JSON.stringify({ rows: 1797 }),
    });
    for (const [fileName, content] of Object.entries(files)) {
      await upload(experimentKey, { fileName, artifactVersionId: String(artifactVersionId) }, content);
    }
    await write('artifacts/state', { experimentKey, artifactVersionId, state: 'CLOSED' });
  };
  const zipped = (text: string) => {
    const form = new FormData();
    form.set('file', new Blob([zipSync({ 'git_diff.patch': strToU8(text) }) as Uint8Array<ArrayBuffer>]), 'patch.zip');
    return form;
  };

  const full = await service.experiment();
  await write('experiment/log-other', { experimentKey: full, key: 'Name', value: 'everything' });
  for (const [parameterName, parameterValue] of [
    ['learning_rate', '0.01'],
    ['optimizer|name', 'adam'],
  ]) {
    await write('experiment/parameter', { experimentKey: full, parameterName, parameterValue });
  }
  const shown = await upload(full, { fileName: 'confusion-0.png', type: 'image' }, png(28, [40, 90, 200]));
  for (const step of [0, 10, 20]) {
    await upload(full, { fileName: 'sample', type: 'image', step }, png(28, [step * 10, 120, 60]), {
      annotations: [{ name: 'truth', data: [{ label: 'cat', score: 0.9, boxes: [[4, 6, 12, 10]] }] }],
    });
    await upload(full, { fileName: 'weights', type: 'histogram3d', step }, histogram(step / 20, 0.4 + step / 40));
    await upload(
      full,
      { fileName: 'written', type: 'text-sample', step },
      `At step ${step} the model wrote a sentence.`,
      {
        temperature: 0.7,
      },
    );
  }
  await upload(full, { fileName: 'error map', type: 'image', step: 10 }, png(28, [200, 60, 40]));
  await upload(
    full,
    { fileName: 'confusion-matrix.json', type: 'confusion-matrix', step: 20 },
    JSON.stringify({
      version: 1,
      title: 'Digits',
      labels: ['zero', 'one', 'two'],
      matrix: [
        [8, 2, 0],
        [1, 9, 0],
        [0, 3, 7],
      ],
      rowLabel: 'Actual',
      columnLabel: 'Predicted',
      sampleMatrix: [
        [[], [{ index: 4, sample: 'confusion-0.png', assetId: shown }], []],
        [[12], [], []],
        [[], [{ index: 5, sample: 'a text', assetId: null }], []],
      ],
      type: 'image',
    }),
  );
  await upload(full, { fileName: 'tone.wav', type: 'audio', step: 5 }, wav(1, 440));
  for (const step of [10, 20]) {
    const x = Array.from({ length: 21 }, (_, index) => index / 20);
    const y = x.map((at) => at ** (10 / (step + 20)));
    await upload(full, { fileName: 'roc', type: 'curve', step }, JSON.stringify({ x, y, name: 'roc' }));
  }
  await upload(full, { fileName: 'src/train.py', type: 'source_code' }, code);
  await upload(full, { fileName: 'src/network.py', type: 'source_code' }, 'class Network:\n    pass\n');
  await upload(full, { fileName: 'tables/scores.csv' }, 'name,score\nada,0.9\n"grace, h.",0.8\n');
  await upload(full, { fileName: 'README.md' }, '# Read me\n\nAll of **it**.');
  await upload(full, { fileName: 'weights.bin' }, new Uint8Array([0, 1, 2, 3]));
  await write('experiment/git/metadata', {
    experimentKey: full,
    user: 'ada',
    branch: 'refs/heads/main',
    parent: '3f4c2a',
    origin: 'git@example.org:ada/digits.git',
    root: 'digits',
  });
  await service.call('POST', `/api/rest/v2/write/experiment/git/patch?experimentKey=${full}`, zipped(patch));
  await service.call('POST', '/clientlib/rest/v2/write/experiment/system-details', {
    experimentKey: full,
    installedPackages: ['numpy==2.4.6', 'torch==2.9.0', 'comet_ml==3.58.8'],
    osPackages: ['libc6 2.41-12'],
    hostname: 'box',
    pythonVersion: '3.11.2',
    command: ['train.py', '--lr', '0.1'],
    gpuStaticInfoList: [{ gpuIndex: 0, name: 'A100', uuid: 'GPU-1', totalMemory: 42_949_672_960, powerLimit: 400 }],
  });
  await service.call('POST', '/clientlib/batch/logger/experiment/metric', {
    experimentKey: full,
    // The machine is measured by time: several measurements share a step.
    values: ['sys.cpu.percent.avg', 'sys.gpu.0.gpu_utilization', 'sys.gpu.1.gpu_utilization'].flatMap(
      (metricName, at) =>
        Array.from({ length: 20 }, (_, minute) => ({
          metricName,
          metricValue: 40 + 15 * at + ((minute + at) % 7),
          step: Math.floor(minute / 10),
          timestamp: 1_790_000_000_000 + minute * 60_000,
        })),
    ),
  });
  await print(full, [
    'epoch 1 loss 0.9',
    ' 10%\r100%',
    '\u001b[31mepoch 2 loss 0.5\u001b[0m',
    'Traceback (most recent call last):',
    '  File "train.py", line 3',
    'ValueError: no data',
  ]);
  await write('experiment/html', { experimentKey: full, html: '<h1>Report</h1><p>All well.</p>' });
  await write('experiment/log-other', {
    experimentKey: full,
    key: 'notes',
    value: '## Plan\n\n- warm restart\n- [paper](https://example.org/paper)\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  });
  await write('experiment/log-other', { experimentKey: full, key: 'dataset', value: 'digits' });
  await artifact(full, 'digits', { 'digits.csv': 'a,b\n1,2\n' });

  const evil = await service.experiment();
  await write('experiment/log-other', { experimentKey: evil, key: 'Name', value: hostile });
  await upload(evil, { fileName: 'vector.svg', type: 'image' }, hostileSvg);
  await upload(evil, { fileName: hostile, type: 'image' }, png(8, [1, 2, 3]));
  await upload(
    evil,
    { fileName: hostile, type: 'curve' },
    JSON.stringify({ x: [0, 1], y: [0, hostile], name: hostile }),
  );
  await upload(evil, { fileName: 'page.png', type: 'image' }, hostile);
  await upload(
    evil,
    { fileName: 'confusion-matrix.json', type: 'confusion-matrix' },
    JSON.stringify({
      title: hostile,
      labels: [hostile, hostile],
      matrix: [
        [1, 2],
        [3, 4],
      ],
      rowLabel: hostile,
      sampleMatrix: [
        [[{ sample: 'javascript:window.hacked=1', assetId: null }], [{ sample: hostile, assetId: null }]],
        [[], []],
      ],
    }),
  );
  await upload(evil, { fileName: hostile, type: 'histogram3d', step: 1 }, histogram(0, 1));
  await upload(evil, { fileName: hostile, type: 'audio' }, hostile);
  await upload(evil, { fileName: 'a.py', type: 'source_code' }, `x = "${hostile}" # ${hostile}`);
  await upload(evil, { fileName: 'b.html', type: 'asset' }, hostile);
  await upload(evil, { fileName: 'c.md', type: 'asset' }, hostile);
  await upload(evil, { fileName: 'd.csv', type: 'asset' }, `a,b\n"${hostile.replaceAll('"', '""')}",=1+1`);
  await upload(evil, { fileName: 'e.svg', type: 'asset' }, hostileSvg, { note: hostile });
  await upload(evil, { fileName: `folder/${hostile}`, type: hostile }, hostile);
  await upload(evil, { fileName: 'written', type: 'text-sample' }, hostile, { note: hostile });
  await write('experiment/git/metadata', { experimentKey: evil, user: hostile, branch: hostile, parent: hostile });
  await service.call(
    'POST',
    `/api/rest/v2/write/experiment/git/patch?experimentKey=${evil}`,
    zipped(`diff --git a/x b/x\n--- a/x\n+++ b/${hostile}\n@@ -0,0 +1 @@ ${hostile}\n+${hostile}\n`),
  );
  await service.call('POST', '/clientlib/rest/v2/write/experiment/system-details', {
    experimentKey: evil,
    installedPackages: [hostile],
    hostname: hostile,
    logAdditionalSystemInfoList: [{ key: hostile, value: hostile }],
  });
  await service.call('POST', '/clientlib/batch/logger/experiment/metric', {
    experimentKey: evil,
    values: [0, 1].map((step) => ({ metricName: `sys.${hostile}`, metricValue: step, step })),
  });
  await print(evil, [hostile]);
  await write('experiment/html', { experimentKey: evil, html: hostile });
  await write('experiment/log-other', {
    experimentKey: evil,
    key: 'notes',
    value: `${hostile}\n\n[x](javascript:window.hacked=1)`,
  });
  await write('experiment/log-other', { experimentKey: evil, key: hostile, value: hostile });
  await artifact(evil, hostile, { 'x.html': hostile });

  return { full, empty: await service.experiment(), hostile: evil };
}
