import { abortable } from '../client/abortable.ts';
import { argument, flag, numbers, text, texts, wholeNumber } from '../client/argument.ts';
import type { OperationOptions } from '../client/connection.ts';
import { defineOperations } from '../client/operation.ts';
import { curveText, type Numbers } from '../contract/curve.ts';
import { contract, type RegistrationReply } from '../contract/index.ts';
import { type UploadReply, uploadText } from './contents/asset-upload.ts';
import { creationHeaders } from './creation-headers.ts';
import type { ExperimentSubject } from './experiment-subject.ts';
import { knownMetadata } from './state-operations.ts';

const { registry } = contract;

/** Options for registering a model. */
export interface Registration extends OperationOptions {
  /** Semantic version. Default: `1.0.0`. */
  readonly version?: string | undefined;
  /** Default: the experiment's workspace. Any other workspace is rejected. */
  readonly workspace?: string | undefined;
  /** Default: the name of the model. */
  readonly registryName?: string | undefined;
  /** Whether everyone can see the model. Default: decided by the service. */
  readonly public?: boolean | undefined;
  /** Description of the model. */
  readonly description?: string | undefined;
  /** Comment of the version. */
  readonly comment?: string | undefined;
  /** Status of the version, for example `Production`. */
  readonly status?: string | undefined;
  /** Tags of the version. */
  readonly tags?: readonly string[] | undefined;
  /** @deprecated use `tags`. */
  readonly stages?: readonly string[] | undefined;
}

/** Operations that log curves and register models. */
export interface UploadOperations {
  /**
   * Logs a curve. `x` and `y` must have the same length and not be empty.
   * @throws RestApiException `invalid` for invalid lists, before anything is sent
   */
  logCurve(
    name: string,
    x: Numbers,
    y: Numbers,
    options?: OperationOptions & {
      /** Whether an existing file of this name is replaced. Default: false. */
      readonly overwrite?: boolean | undefined;
      /** Step of the curve. Default: none. */
      readonly step?: number | undefined;
    },
  ): Promise<UploadReply>;
  /**
   * Registers a model of this experiment as a version of a registered model, which is created if it does not exist.
   * Waits for calls of `logModel` and `logRemoteModel` that log it.
   *
   * @throws RestApiException `invalid` for an invalid version or another workspace
   */
  registerModel(modelName: string, registration?: Registration): Promise<RegistrationReply>;
}

/** Definitions of the operations that log curves and register models. */
export const uploadOperations = defineOperations<UploadOperations, ExperimentSubject>({
  logCurve: {
    unawaited: true,
    arguments: [argument('name', text), argument('x', numbers), argument('y', numbers)],
    options: { overwrite: flag, step: wholeNumber },
    async run(context, name, x, y, { overwrite = false, step }) {
      const isNumbers = (values: Numbers) => [...values].every((value) => typeof value === 'number');
      if (x.length !== y.length || x.length === 0 || !isNumbers(x) || !isNumbers(y)) {
        const lengths = `these have lengths ${x.length} and ${y.length}`;
        throw context.failure(
          'invalid',
          `a curve needs two lists of numbers of the same length, which must not be empty; ${lengths}`,
        );
      }
      return await uploadText(context, curveText(name, x, y), { fileName: name, type: 'curve' }, { overwrite, step });
    },
  },
  registerModel: {
    arguments: [argument('modelName', text)],
    options: {
      version: text,
      workspace: text,
      registryName: text,
      public: flag,
      description: text,
      comment: text,
      status: text,
      tags: texts,
      stages: texts,
    },
    async run(context, modelName, { workspace, tags = [], stages, ...registration }) {
      const { call, failure, signal, subject } = context;
      if (stages !== undefined) subject.connection.deprecated('registerModel({ stages })', 'tags');
      if (workspace !== undefined) {
        const { workspaceName } = await knownMetadata(context);
        if (workspaceName !== workspace) {
          const reason = `the experiment is in ${workspaceName}; its models cannot be registered in ${workspace}`;
          throw failure('invalid', reason);
        }
      }
      const labels = [...new Set([...tags, ...(stages ?? [])])];
      const body = {
        experimentKey: subject.key,
        experimentModelName: modelName,
        registryModelName: registration.registryName ?? modelName,
        registryModelDescription: registration.description ?? null,
        version: registration.version ?? '1.0.0',
        versionComment: registration.comment ?? null,
        tags: labels.length === 0 ? null : labels,
        status: registration.status ?? null,
        publicModel: registration.public ?? null,
      };
      const logged = subject.loggedModels.get(modelName);
      if (logged !== undefined) await abortable(logged, signal);
      return await call(registry.registerVersion, { body, headers: await creationHeaders(context) });
    },
  },
});
