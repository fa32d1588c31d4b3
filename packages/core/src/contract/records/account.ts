import * as v from 'valibot';
import { int, json, text } from './fields.ts';

// Records of the account, and the reply to writes.

/** Reply of almost every write. @interface */
export const WriteReply = v.object({
  /** Message of the service. */
  msg: text,
  /** HTTP status that the service repeats in the body. */
  code: v.nullish(v.number(), 200),
  /** Additional data; null for most writes. */
  data: json,
  /** 0, or the code of an error. */
  sdk_error_code: int,
});
export type WriteReply = v.InferOutput<typeof WriteReply>;

/** Owner of the API key, and the default workspace. @interface */
export const AccountDetails = v.object({
  /** Name of the user. */
  userName: text,
  /** Workspace that is used when none is given. */
  defaultWorkspaceName: text,
});
export type AccountDetails = v.InferOutput<typeof AccountDetails>;
