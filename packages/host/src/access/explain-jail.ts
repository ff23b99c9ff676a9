import type { ToolExplanation } from '@mortise/contracts';

export interface JailWords {
  /** What holds the code of extensions. */
  readonly jail: string;
  /** What holds the programs that an extension was granted, if it was granted any. */
  readonly programs: (extensionId: string) => string | undefined;
}

/** Says in a trace what holds the code of an extension's tool, and its programs; it decides nothing. */
export function explainJail(
  explanation: ToolExplanation,
  { jail, programs }: JailWords,
): ToolExplanation {
  const { origin, steps } = explanation;
  if (origin.kind !== 'extension') return explanation;
  const ofPrograms = programs(origin.id);
  const rules = [jail, ...(ofPrograms === undefined ? [] : [`its programs ${ofPrograms}`])];
  const added = rules.map(
    (rule) => ({ phase: 'availability', layer: 'sandbox', rule, verdict: 'info' }) as const,
  );
  return { ...explanation, steps: [...steps, ...added] };
}
