import { defineConfig } from 'vitest/config';

// Each test starts an isolate in a process of its own.
export default defineConfig({ test: { testTimeout: 20_000 } });
