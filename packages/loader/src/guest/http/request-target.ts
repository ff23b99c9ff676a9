/** What `http.request` is given, in all of its forms. */
export interface RequestOptions {
  readonly protocol?: string | null;
  readonly host?: string | null;
  readonly hostname?: string | null;
  readonly port?: number | string | null;
  readonly path?: string | null;
  readonly pathname?: string | null;
  readonly search?: string | null;
  readonly href?: string;
  readonly method?: string;
  readonly headers?: object | readonly string[];
  readonly auth?: string | null;
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly socketPath?: string;
  readonly agent?: unknown;
  readonly defaultPort?: number | string;
  readonly setHost?: boolean;
  readonly [other: string]: unknown;
}

export interface RequestTarget {
  readonly url: URL;
  readonly options: RequestOptions;
  readonly onResponse: ((response: unknown) => void) | undefined;
}

/** `(url, options, callback)`, any of the first two left out. */
export function requestTarget(args: readonly unknown[], standardProtocol: string): RequestTarget {
  const [first] = args;
  const isAddress = typeof first === 'string' || first instanceof URL;
  const given = args[isAddress ? 1 : 0];
  const isCallbackFirst = typeof given === 'function';
  const callback = isCallbackFirst ? given : args[isAddress ? 2 : 1];
  const own = (isCallbackFirst ? {} : (given ?? {})) as RequestOptions;
  const options = isAddress ? { ...fromUrl(new URL(`${first}`)), ...own } : own;
  return {
    url: urlOf(options, standardProtocol),
    options,
    onResponse: typeof callback === 'function' ? (callback as (value: unknown) => void) : undefined,
  };
}

function fromUrl(url: URL): RequestOptions {
  const auth =
    url.username === '' ? {} : { auth: decodeURIComponent(`${url.username}:${url.password}`) };
  return {
    ...{ protocol: url.protocol, hostname: url.hostname, path: `${url.pathname}${url.search}` },
    ...(url.port === '' ? {} : { port: url.port }),
    ...auth,
  };
}

function urlOf(options: RequestOptions, standardProtocol: string): URL {
  if (options.socketPath) {
    throw new Error('A socket of the machine is out of reach of a sandbox: socketPath');
  }
  const agentProtocol = (options.agent as { readonly protocol?: string } | undefined)?.protocol;
  const protocol = options.protocol || agentProtocol || standardProtocol;
  const host = `${options.hostname || options.host || 'localhost'}`.replace(
    /^(?!\[)(.*:.*:.*)$/,
    '[$1]',
  );
  const isWhole = host.startsWith('[') ? /\]:\d+$/.test(host) : /:\d+$/.test(host);
  const port = options.port || options.defaultPort;
  const authority = isWhole || !port ? host : `${host}:${port}`;
  const path = options.path ?? `${options.pathname ?? '/'}${options.search ?? ''}`;
  // A whole URL as path is what proxies are asked with.
  return /^https?:/i.test(path)
    ? new URL(path)
    : new URL(`${protocol}//${authority}${path.startsWith('/') ? '' : '/'}${path}`);
}
