import { type AnyEndpoint, parseWireJson, printableText } from '../contract/index.ts';
import { checkedResponse, parserOf, type ResponseOf } from './checked-response.ts';
import { codeOfStatus, RestApiException } from './errors.ts';
import type { RawResponseListener } from './raw-response.ts';
import { requestIdOf } from './request-hooks.ts';
import { retryAfterMillis } from './retry-after.ts';
import type { Transport, WireBody, WireRequest, WireResponse } from './transport.ts';
import { withFailures } from './wire-body.ts';
import { type CallArguments, checkArguments, type RequestOptions, wireRequest } from './wire-request.ts';

/** Options of a call. */
export interface CallOptions extends RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the response before it is interpreted. */
  readonly onRawResponse?: RawResponseListener | undefined;
  /** Whether the arguments are known to be valid. Default: false, they are checked. */
  readonly areChecked?: boolean | undefined;
}

/** Options of a call, with its name for error messages. */
export interface NamedCallOptions extends CallOptions {
  /** Name of the operation. */
  readonly operation: string;
}

/** Passes a response to the listener of the call, if there is one. */
function reportResponse({ status, headers }: WireResponse, text: string | null, { onRawResponse }: CallOptions): void {
  onRawResponse?.({ status, headers, requestId: requestIdOf(headers), text });
}

/** Maximum length of a message of the service in an error, in characters. */
const longestMessage = 1000;

async function failureOf(response: WireResponse, options: NamedCallOptions): Promise<RestApiException> {
  const { operation } = options;
  const text = await response.body.text().catch(() => '');
  reportResponse(response, text, options);
  let body: { msg?: unknown; sdk_error_code?: unknown; data?: unknown } = {};
  try {
    body = (JSON.parse(text) as typeof body) ?? {};
  } catch {
    // A proxy or another program responded. Its page is not useful in an error message.
  }
  const sdkErrorCode = typeof body.sdk_error_code === 'number' ? body.sdk_error_code : 0;
  return RestApiException.of({
    code: codeOfStatus(response.status, sdkErrorCode),
    operation,
    reason:
      typeof body.msg === 'string' && body.msg !== ''
        ? printableText(body.msg, longestMessage)
        : `the service responded with ${response.status}`,
    status: response.status,
    sdkErrorCode,
    retryAfterMillis: retryAfterMillis(response.headers['retry-after']),
    requestId: requestIdOf(response.headers),
    data: body.data ?? null,
  });
}

/** Sends a request to an endpoint. Returns the response if its status is below 400. */
async function sendRequest<R extends AnyEndpoint>(
  transport: Transport,
  endpoint: R,
  args: CallArguments<R>,
  options: NamedCallOptions,
): Promise<WireResponse> {
  const { operation } = options;
  if (!options.areChecked) checkArguments(endpoint, args, operation);
  return await sendPrepared(transport, wireRequest(endpoint, args, options, operation), options);
}

/** Sends a request. Returns the response if its status is below 400. */
async function sendPrepared(
  transport: Transport,
  request: WireRequest,
  options: NamedCallOptions,
): Promise<WireResponse> {
  let response: WireResponse;
  try {
    response = await transport.send(request, options.signal);
  } catch (error) {
    throw RestApiException.from(error, options.operation);
  }
  if (response.status >= 400) throw await failureOf(response, options);
  return response;
}

/** Sends a request that was prepared earlier. Returns the JSON of the response, without a check. */
export async function callPrepared(
  transport: Transport,
  request: WireRequest,
  options: NamedCallOptions,
): Promise<unknown> {
  return await jsonOf(await sendPrepared(transport, request, options), options);
}

async function jsonOf(response: WireResponse, options: NamedCallOptions, parse = parseWireJson): Promise<unknown> {
  const { operation } = options;
  const text = await response.body.text().catch((error: unknown) => {
    throw RestApiException.from(error, operation);
  });
  reportResponse(response, text, options);
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw RestApiException.from(error, operation);
    throw RestApiException.of({ code: 'malformed', operation, reason: 'the response is not JSON', cause: error });
  }
}

/**
 * Calls an endpoint that responds with JSON and validates the response against its schema.
 *
 * @throws RestApiException on any error response, network failure, timeout, abort or malformed response
 */
export async function call<R extends AnyEndpoint>(
  transport: Transport,
  endpoint: R,
  args: CallArguments<R>,
  options: NamedCallOptions,
): Promise<ResponseOf<R>> {
  const response = await sendRequest(transport, endpoint, args, options);
  return checkedResponse(endpoint, await jsonOf(response, options, parserOf(endpoint)), options.operation);
}

/** Calls an endpoint that responds with a file. */
export async function callForBody<R extends AnyEndpoint>(
  transport: Transport,
  endpoint: R,
  args: CallArguments<R>,
  options: NamedCallOptions,
): Promise<{ body: WireBody; headers: Readonly<Record<string, string>>; status: number }> {
  const response = await sendRequest(transport, endpoint, args, options);
  reportResponse(response, null, options);
  const { body, headers, status } = response;
  const { operation } = options;
  return { body: withFailures(body, (error) => RestApiException.from(error, operation)), headers, status };
}
