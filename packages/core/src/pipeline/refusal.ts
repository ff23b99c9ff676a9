import type { Refusal, RefusalCode } from '@mortise/contracts';

/** A promise that no tool code ran. */
export function refuse(code: RefusalCode, message: string): Refusal {
  return Object.freeze({ status: 'refused', code, message });
}

export function isRefusal(value: unknown): value is Refusal {
  return (
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    value.status === 'refused' &&
    'code' in value &&
    typeof value.code === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
