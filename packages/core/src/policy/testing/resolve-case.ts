import type { ToolExplanation, ToolSurface } from '@mortise/contracts';
import { createSurfaceResolver, type SurfaceResolverOptions } from '../create-surface-resolver.ts';
import { type PolicyCase, questionOf } from './policy-case.ts';

export interface ResolvedCase {
  readonly surface: ToolSurface;
  readonly active: readonly string[];
  readonly permitted: readonly string[];
  /** `code:subject@path`. */
  readonly diagnostics: readonly string[];
  /** Of a tool that is registered or was skipped. */
  explain(tool: string): ToolExplanation;
  /** `phase layer` of the first rule that stops the tool. */
  stoppedBy(tool: string): string | undefined;
}

export function resolveCase(given: PolicyCase, options?: SurfaceResolverOptions): ResolvedCase {
  const resolver = createSurfaceResolver(options);
  const { inputs, request } = questionOf(given);
  const surface = resolver.resolve(inputs, request);
  const explain = (tool: string) => {
    const [explanation] = resolver.explain({ inputs, request }, tool);
    if (explanation === undefined) throw new Error(`Nobody registered "${tool}".`);
    return explanation;
  };
  return {
    surface,
    active: surface.active.map(({ name }) => name),
    permitted: [...surface.permitted],
    diagnostics: surface.diagnostics.map(({ code, subject, path }) =>
      path === undefined ? `${code}:${subject}` : `${code}:${subject}@${path}`,
    ),
    explain,
    stoppedBy: (tool) => {
      const step = explain(tool).steps.find(({ verdict }) => verdict === 'block');
      return step === undefined ? undefined : `${step.phase} ${step.layer}`;
    },
  };
}
