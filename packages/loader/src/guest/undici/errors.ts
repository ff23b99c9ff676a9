/** Errors as undici names them; clients look at their codes. */
export class UndiciError extends Error {
  override readonly name: string = 'UndiciError';
  readonly code: string = 'UND_ERR';
}

function errorOf(name: string, code: string, message: string) {
  return class extends UndiciError {
    override readonly name = name;
    override readonly code = code;

    constructor(said?: string, options?: ErrorOptions) {
      super(said ?? message, options);
    }
  };
}

export const AbortError = errorOf('AbortError', 'UND_ERR_ABORT', 'The operation was aborted');
export const RequestAbortedError = errorOf('AbortError', 'UND_ERR_ABORTED', 'Request aborted');
export const ConnectTimeoutError = errorOf(
  ...(['ConnectTimeoutError', 'UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error'] as const),
);
export const HeadersTimeoutError = errorOf(
  ...(['HeadersTimeoutError', 'UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error'] as const),
);
export const BodyTimeoutError = errorOf(
  ...(['BodyTimeoutError', 'UND_ERR_BODY_TIMEOUT', 'Body Timeout Error'] as const),
);
export const InvalidArgumentError = errorOf(
  ...(['InvalidArgumentError', 'UND_ERR_INVALID_ARG', 'Invalid Argument Error'] as const),
);
export const SocketError = errorOf('SocketError', 'UND_ERR_SOCKET', 'Socket error');
export const ClientClosedError = errorOf(
  ...(['ClientClosedError', 'UND_ERR_CLOSED', 'The client is closed'] as const),
);
export const ClientDestroyedError = errorOf(
  ...(['ClientDestroyedError', 'UND_ERR_DESTROYED', 'The client is destroyed'] as const),
);
export const NotSupportedError = errorOf(
  ...(['NotSupportedError', 'UND_ERR_NOT_SUPPORTED', 'Not supported error'] as const),
);
export const HeadersOverflowError = errorOf(
  ...(['HeadersOverflowError', 'UND_ERR_HEADERS_OVERFLOW', 'Headers Overflow Error'] as const),
);
export const RequestContentLengthMismatchError = errorOf(
  'RequestContentLengthMismatchError',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  'Request body length does not match content-length header',
);
export const ResponseContentLengthMismatchError = errorOf(
  'ResponseContentLengthMismatchError',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'Response body length does not match content-length header',
);
export const ResponseExceededMaxSizeError = errorOf(
  'ResponseExceededMaxSizeError',
  'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  'Response content exceeded max size',
);
export const ResponseStatusCodeError = errorOf(
  'ResponseStatusCodeError',
  'UND_ERR_RESPONSE_STATUS_CODE',
  'Response Status Code Error',
);
export const InformationalError = errorOf('InformationalError', 'UND_ERR_INFO', 'Request');
export const RequestRetryError = errorOf('RequestRetryError', 'UND_ERR_REQ_RETRY', 'Request retry');
export const ResponseError = errorOf('ResponseError', 'UND_ERR_RESPONSE', 'Response error');
