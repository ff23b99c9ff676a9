import type { SurfaceRequest } from '@mortise/contracts';

/** The part of a request that permission depends on. Nothing a model or a session does changes it. */
export type RequestShape = Pick<
  SurfaceRequest,
  'provider' | 'model' | 'sandboxed' | 'exclude' | 'parentPermitted'
>;

/** The part that exposure and availability depend on. */
export type SessionState = Pick<SurfaceRequest, 'loadedToolkits' | 'hasSession' | 'unavailable'>;
