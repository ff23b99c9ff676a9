import type { ToolGate } from './tool-gate.ts';

/** The gate where no request could begin: lists nothing and refuses every tool for one reason. */
export function createClosedGate(reason: string): ToolGate {
  return {
    refusalFor: () => reason,
    visibleNames: () => [],
    overridesOf: () => undefined,
  };
}
