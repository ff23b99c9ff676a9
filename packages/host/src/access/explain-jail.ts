import type { ToolExplanation } from '@mortise/contracts';

export interface JailWords {
  /** Where the code of an extension runs, and what holds it. */
  readonly jail: (extensionId: string) => string;
  /** Whether the code of an extension is compiled. */
  readonly jit: (extensionId: string) => 'on' | 'off';
  /** What holds the programs that an extension was granted, if it was granted any. */
  readonly programs: (extensionId: string) => string | undefined;
}

/** Says in a trace what holds the code of an extension's tool, and its programs; it decides nothing. */
export function explainJail(
  explanation: ToolExplanation,
  { jail, jit, programs }: JailWords,
): ToolExplanation {
  const { origin, steps } = explanation;
  if (origin.kind !== 'extension') return explanation;
  const ofPrograms = programs(origin.id);
  const held = jail(origin.id);
  const ofCode = jit(origin.id) === 'off' ? `${held}; without a compiler (jit: off)` : held;
  const rules = [ofCode, ...(ofPrograms === undefined ? [] : [`its programs ${ofPrograms}`])];
  const added = rules.map(
    (rule) => ({ phase: 'availability', layer: 'sandbox', rule, verdict: 'info' }) as const,
  );
  return { ...explanation, steps: [...steps, ...added] };
}
