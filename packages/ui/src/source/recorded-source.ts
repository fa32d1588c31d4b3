import type { LiveSource } from './live-source.ts';
import { listIdentity, type ReadRecords, type Recorded, type RecordedRead } from './read-records.ts';

/** Returns a source that records the results of what it reads. */
export function recordedSource(source: LiveSource, records: ReadRecords): LiveSource {
  async function recorded<Name extends RecordedRead, Result extends Recorded<Name>>(
    name: Name,
    subject: string,
    read: () => Promise<Result>,
  ): Promise<Result> {
    const begun = records.begin();
    const result = await read();
    records.note(name, subject, result, begun);
    return result;
  }
  return {
    ...source,
    metadata: (key, signal) => recorded('metadata', key, () => source.metadata(key, signal)),
    tags: (key, signal) => recorded('tags', key, () => source.tags(key, signal)),
    metrics: (key, signal) => recorded('metrics', key, () => source.metrics(key, signal)),
    parameters: (key, signal) => recorded('parameters', key, () => source.parameters(key, signal)),
    others: (key, signal) => recorded('others', key, () => source.others(key, signal)),
    assets: (key, signal, tab) => recorded('assets', key, () => source.assets(key, signal, tab)),
    curves: (key, signal) => recorded('curves', key, () => source.curves(key, signal)),
    code: (key, signal) => recorded('code', key, () => source.code(key, signal)),
    modelGraph: (key, signal) => recorded('modelGraph', key, () => source.modelGraph(key, signal)),
    git: (key, signal) => recorded('git', key, () => source.git(key, signal)),
    gitPatch: (key, signal) => recorded('gitPatch', key, () => source.gitPatch(key, signal)),
    system: (key, signal) => recorded('system', key, () => source.system(key, signal)),
    output: (key, signal) => recorded('output', key, () => source.output(key, signal)),
    html: (key, signal) => recorded('html', key, () => source.html(key, signal)),
    projectNotes: (workspace, projectName, signal) =>
      recorded('projectNotes', listIdentity({ workspace, projectName }), () =>
        source.projectNotes(workspace, projectName, signal),
      ),
    async details(key, signal, known) {
      const begun = records.begin();
      const details = await source.details(key, signal, known);
      records.note('tags', key, details.tags, begun);
      records.note('metrics', key, details.metrics, begun);
      records.note('parameters', key, details.parameters, begun);
      return details;
    },
    overview: (selection, signal) =>
      recorded('overview', listIdentity(selection), async () => (await source.overview?.(selection, signal)) ?? null),
    async experiments(selection, signal) {
      const begun = records.begin();
      const found = await source.experiments(selection, signal);
      for (const metadata of found) records.note('metadata', metadata.experimentKey, metadata, begun);
      return records.note('experiments', listIdentity(selection), found, begun);
    },
    async chart(keys, names, { full }, signal) {
      const begun = records.begin();
      const chart = await source.chart(keys, names, { full }, signal);
      if (!full) records.noteChart(keys, names, chart, begun);
      return chart;
    },
  };
}
