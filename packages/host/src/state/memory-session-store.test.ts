import { describe } from 'vitest';
import { MemorySessionStore } from './memory-session-store.ts';
import { sessionStoreSuite } from './testing/session-store-suite.ts';

describe('MemorySessionStore (M-4, M-8)', () => {
  sessionStoreSuite(() => new MemorySessionStore());
});
