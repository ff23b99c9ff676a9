declare module 'core-js-pure/actual/url' {
  const URL: new (
    url: string,
    base?: string,
  ) => {
    readonly href: string;
    readonly origin: string;
    readonly protocol: string;
    readonly username: string;
    readonly password: string;
  };
  export default URL;
}
declare module 'core-js-pure/actual/url-search-params' {
  const URLSearchParams: new (init?: unknown) => Iterable<readonly [string, string]>;
  export default URLSearchParams;
}
declare module 'core-js-pure/actual/atob' {
  const atob: (text: string) => string;
  export default atob;
}
declare module 'core-js-pure/actual/btoa' {
  const btoa: (text: string) => string;
  export default btoa;
}
declare module 'core-js-pure/actual/dom-exception' {
  const DOMException: new (message?: string, name?: string) => Error;
  export default DOMException;
}
declare module 'event-target-shim' {
  export class Event {
    constructor(type: string, init?: object);
    readonly type: string;
  }
  export class EventTarget {
    addEventListener(
      type: string,
      listener: (event: never) => unknown,
      options?: { readonly once?: boolean },
    ): void;
    removeEventListener(type: string, listener: (event: never) => unknown): void;
    dispatchEvent(event: Event): boolean;
  }
}
