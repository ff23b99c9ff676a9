import type { RefusalCode } from '@mortise/contracts';
import type { ToolGate } from './tool-gate.ts';

/** The gate where no request could begin: lists nothing and refuses every tool for one reason. */
export function createClosedGate(reason: string, code: RefusalCode = 'not_available'): ToolGate {
  return {
    code,
    refusalFor: () => reason,
    isOutage: () => true,
    visibleNames: () => [],
    overridesOf: () => undefined,
  };
}
