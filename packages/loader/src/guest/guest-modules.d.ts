declare module 'mortise:package-files' {
  export const files: { readonly [path: string]: string };
}

declare module 'path-browserify' {
  const path: import('node:path').PlatformPath;
  export default path;
}

// The slash asks for the npm package where the bare name would be the module of Node.
declare module 'buffer/' {
  const module: typeof import('node:buffer') & { readonly INSPECT_MAX_BYTES: number };
  export default module;
}

declare module 'events/' {
  const module: typeof import('node:events');
  export default module;
}

declare module 'string_decoder/' {
  const module: typeof import('node:string_decoder');
  export default module;
}

declare module 'util/' {
  const module: typeof import('node:util');
  export default module;
}

declare module 'readable-stream/lib/stream.js' {
  type Stream = typeof import('node:stream').Stream;
  interface More {
    compose(...streams: unknown[]): import('node:stream').Duplex;
    destroy(stream: unknown, error?: Error): unknown;
    isDestroyed(stream: unknown): boolean | null;
    isDisturbed(stream: unknown): boolean;
    isWritable(stream: unknown): boolean | null;
  }
  const module: Stream & More;
  export default module;
}

declare module '@pkgjs/parseargs' {
  export const parseArgs: typeof import('node:util').parseArgs;
}
