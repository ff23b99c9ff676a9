// Made by the build of the runtime: each bundles the file of that name into one function.
declare module 'chunk:streams' {
  const open: (core: object) => typeof import('./streams.ts');
  export default open;
}
declare module 'chunk:body' {
  const open: (core: object) => typeof import('./body.ts');
  export default open;
}
declare module 'chunk:clone' {
  const open: (core: object) => typeof import('./clone.ts');
  export default open;
}
declare module 'chunk:compression' {
  const open: (core: object) => typeof import('./compression.ts');
  export default open;
}
declare module 'chunk:events' {
  const open: (core: object) => typeof import('./events.ts');
  export default open;
}
declare module 'chunk:url-pattern' {
  const open: (core: object) => typeof import('./url-pattern.ts');
  export default open;
}
declare module 'chunk:subtle' {
  const open: (core: object) => typeof import('./subtle.ts');
  export default open;
}
declare module 'chunk:sockets' {
  const open: (core: object) => typeof import('./sockets.ts');
  export default open;
}
declare module 'chunk:inspect' {
  const open: (core: object) => typeof import('./inspect.ts');
  export default open;
}
