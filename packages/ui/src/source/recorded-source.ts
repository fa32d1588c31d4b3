import type { LiveSource } from './live-source.ts';
import { listIdentity, type ReadRecords } from './read-records.ts';

/** Returns a source that records the results of what it reads. */
export function recordedSource(source: LiveSource, records: ReadRecords): LiveSource {
  return {
    ...source,
    metadata: async (key, signal) => records.note('metadata', key, await source.metadata(key, signal)),
    tags: async (key, signal) => records.note('tags', key, await source.tags(key, signal)),
    metrics: async (key, signal) => records.note('metrics', key, await source.metrics(key, signal)),
    parameters: async (key, signal) => records.note('parameters', key, await source.parameters(key, signal)),
    others: async (key, signal) => records.note('others', key, await source.others(key, signal)),
    assets: async (key, signal, tab) => records.note('assets', key, await source.assets(key, signal, tab)),
    code: async (key, signal) => records.note('code', key, await source.code(key, signal)),
    git: async (key, signal) => records.note('git', key, await source.git(key, signal)),
    gitPatch: async (key, signal) => records.note('gitPatch', key, await source.gitPatch(key, signal)),
    system: async (key, signal) => records.note('system', key, await source.system(key, signal)),
    output: async (key, signal) => records.note('output', key, await source.output(key, signal)),
    html: async (key, signal) => records.note('html', key, await source.html(key, signal)),
    projectNotes: async (workspace, projectName, signal) => {
      const notes = await source.projectNotes(workspace, projectName, signal);
      return records.note('projectNotes', listIdentity({ workspace, projectName }), notes);
    },
    async details(key, signal, known) {
      const details = await source.details(key, signal, known);
      records.note('tags', key, details.tags);
      records.note('metrics', key, details.metrics);
      records.note('parameters', key, details.parameters);
      return details;
    },
    async overview(list, signal) {
      return records.note('overview', listIdentity(list), (await source.overview?.(list, signal)) ?? null);
    },
    async experiments(list, signal) {
      const found = await source.experiments(list, signal);
      for (const metadata of found) records.note('metadata', metadata.experimentKey, metadata);
      return records.note('experiments', listIdentity(list), found);
    },
    async chart(keys, names, { full }, signal) {
      const chart = await source.chart(keys, names, { full }, signal);
      if (!full) records.noteChart(keys, names, chart);
      return chart;
    },
  };
}
