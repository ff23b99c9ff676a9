import type { SurfaceRequest, SurfaceShape } from '@mortise/contracts';

/** The part of a request that permission depends on. */
export type RequestShape = SurfaceShape;

/** The part that exposure and availability depend on. */
export type SessionState = Pick<SurfaceRequest, 'loadedToolkits' | 'hasSession' | 'unavailable'>;
