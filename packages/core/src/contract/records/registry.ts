import * as v from 'valibot';
import { AssetRecord } from './assets.ts';
import { flag, int, text, texts } from './fields.ts';

// Records of the model registry.

/** Model that an experiment logged. @interface */
export const ExperimentModel = v.object({
  /** Id of the model. */
  experimentModelId: text,
  /** Name of the model. */
  experimentModelName: text,
  /** Key of the experiment. */
  experimentKey: text,
});

/** Version of a registered model. @interface */
export const ModelVersion = v.object({
  /** Id of the version. */
  registryModelItemId: v.string(),
  /** Model that was registered, or null. */
  experimentModel: v.nullish(ExperimentModel, null),
  /** Semantic version. */
  version: text,
  /** Comment; empty when there is none. */
  comment: text,
  /** Address of a zip of the version's files. It requires the API key. */
  restApiUrl: v.optional(v.string()),
  /** Deprecated in favor of status and tags. */
  stages: texts,
  /** Status, for example `Production`; null when there is none. */
  status: v.optional(v.nullable(v.string())),
  /** Tags of the version. */
  tags: v.optional(v.nullable(v.array(v.string()))),
  /** User who registered the version. */
  userName: text,
  /** Milliseconds since 1970. */
  createdAt: int,
  /** Milliseconds since 1970. */
  lastUpdated: int,
  /** Files of the version. */
  assets: v.nullish(v.array(AssetRecord), () => []),
});
export type ModelVersion = v.InferOutput<typeof ModelVersion>;

/** Registered model of a workspace, with its versions. @interface */
export const RegisteredModel = v.object({
  /** Id of the model. */
  registryModelId: v.string(),
  /** Name of the model. */
  modelName: text,
  /** Description; empty when there is none. */
  description: text,
  /** Whether everyone can see the model. */
  isPublic: flag,
  /** Milliseconds since 1970. */
  createdAt: int,
  /** Milliseconds since 1970. */
  lastUpdated: int,
  /** User who registered the model. */
  userName: text,
  /** Number of versions. */
  numberOfVersions: v.optional(v.number()),
  /** Versions of the model. */
  versions: v.nullish(v.array(ModelVersion), () => []),
});
export type RegisteredModel = v.InferOutput<typeof RegisteredModel>;

/** Ids of a registered model and its new version. @interface */
export const RegistrationReply = v.object({
  /** Id of the registered model. */
  registryModelId: text,
  /** Id of its new version. */
  registryModelItemId: text,
});
export type RegistrationReply = v.InferOutput<typeof RegistrationReply>;
