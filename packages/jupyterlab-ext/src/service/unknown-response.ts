import { RejectedRequest } from './rejected-request.ts';

/** Returns the error of a response of the Jupyter server that this version does not know. */
export function unknownResponse(): RejectedRequest {
  const remedy =
    'Install the same version of tracklens in its Python environment as in JupyterLab, restart it, and reload this page.';
  return new RejectedRequest(`The response of the Tracklens server extension is of another version. ${remedy}`, null);
}

/** Returns the fields of an object. Throws for any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw unknownResponse();
  return value as Readonly<Record<string, unknown>>;
}

/** Checks that each of some values is a text. Throws for any other one. */
export function checkTexts(...values: readonly unknown[]): void {
  if (values.some((value) => typeof value !== 'string')) throw unknownResponse();
}
