import { fieldsOf, listOf, textOf } from '@tracklens/core/untrusted-json';
import { newestFirst } from './version-order.ts';
import type { ModelRecord, ModelVersionRecord } from './view-source.ts';

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Parses a registered model from the service or from a snapshot, both untrusted: missing values are empty. */
export function modelRecord(value: unknown): ModelRecord {
  const model = fieldsOf(value);
  return {
    modelName: textOf(model.modelName),
    description: textOf(model.description),
    userName: textOf(model.userName),
    isPublic: model.isPublic === true,
    createdAtMillis: numberOf(model.createdAt),
    lastUpdatedMillis: numberOf(model.lastUpdated),
    versions: listOf(model.versions).map(versionRecord).sort(newestFirst),
  };
}

function versionRecord(value: unknown): ModelVersionRecord {
  const version = fieldsOf(value);
  const experiment = fieldsOf(version.experimentModel);
  const key = textOf(experiment.experimentKey);
  const labels = [...listOf(version.tags), ...listOf(version.stages)].map(textOf).filter(Boolean);
  return {
    version: textOf(version.version),
    status: textOf(version.status) || null,
    tags: [...new Set(labels)],
    comment: textOf(version.comment),
    userName: textOf(version.userName),
    createdAtMillis: numberOf(version.createdAt),
    experiment: key ? { key, name: textOf(experiment.experimentModelName) } : null,
    assets: listOf(version.assets).map((asset) => ({
      fileName: textOf(fieldsOf(asset).fileName),
      sizeBytes: numberOf(fieldsOf(asset).fileSize),
    })),
  };
}
