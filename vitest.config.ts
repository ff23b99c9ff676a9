import { defineConfig } from 'vitest/config';

// isolated-vm needs `--no-node-snapshot`, which worker threads refuse; forks take it.
export default defineConfig({
  test: {
    pool: 'forks',
    execArgv: ['--no-node-snapshot'],
    include: ['{packages,extensions,examples,test}/**/*.test.ts'],
    testTimeout: 20_000,
  },
});
