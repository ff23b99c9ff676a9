import type { Sandbox, SandboxOptions } from './api/sandbox-api.ts';
import { ExtensionSandbox } from './extension-sandbox.ts';

/**
 * Makes a sandbox. Starts no process: that happens with the first load.
 * Its methods answer failures as values; none of them throws for what an extension does.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  return new ExtensionSandbox(options);
}
