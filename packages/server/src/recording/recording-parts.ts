import { artifactEnd, artifactStart, recordedArtifacts } from './artifact-parts.ts';
import { experimentEnd, experimentParts } from './experiment-parts.ts';
import { fileParts, minimumOfFiles } from './file-parts.ts';
import { metricParts, minimumOfMetrics } from './metric-parts.ts';
import { projectEnd, projectParts } from './project-parts.ts';
import type { MinimumSize, RecordedPart } from './recorded-part.ts';
import type { RecordedProject } from './recorded-project.ts';
import { registryParts } from './registry-parts.ts';

/** Yields what contents of a recording have at least, from the records about them: the largest of them are not read. */
export async function* minimumSizes(source: RecordedProject): AsyncGenerator<MinimumSize> {
  for (const experiment of source.experiments) {
    yield await minimumOfMetrics(source, experiment);
    if (source.assets) yield* minimumOfFiles(source, experiment);
  }
}

/**
 * Yields the requests of a recording, generated from the stored records: what refers to something follows it. The state
 * of each experiment comes last, since most requests change the time of its last update.
 */
export async function* recordingParts(source: RecordedProject): AsyncGenerator<RecordedPart> {
  yield* projectParts(source);
  for (const experiment of source.experiments) {
    yield* experimentParts(source, experiment);
    yield* metricParts(source, experiment);
  }
  const artifacts = await recordedArtifacts(source);
  yield* artifactStart(artifacts);
  if (source.assets) for (const experiment of source.experiments) yield* fileParts(source, experiment);
  yield* artifactEnd(source, artifacts);
  yield* registryParts(source);
  for (const experiment of source.experiments) yield* experimentEnd(source, experiment);
  yield* projectEnd(source);
}
