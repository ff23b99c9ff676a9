import type { Tool, ToolContext, ToolResult } from '@mortise/contracts';

/** A core tool that answers `value`, or what its `execute` says. */
export function makeTool(name: string, parts: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name}`,
    schema: { type: 'object' },
    execute: async (): Promise<ToolResult> => ({ ok: true, value: `${name} done` }),
    ...parts,
  };
}

export function makeContext(parts: Partial<ToolContext> = {}): ToolContext {
  return {
    sessionId: 'session-1',
    sessionKey: 'test:default',
    platform: 'test',
    workingDir: '/',
    currentTurn: 1,
    messageCount: 1,
    abortSignal: new AbortController().signal,
    emit: () => undefined,
    resultBudgetChars: 80_000,
    ...parts,
  };
}

/** Answers exactly `length` characters. */
export function talkativeTool(name: string, length: number, parts: Partial<Tool> = {}): Tool {
  return makeTool(name, {
    execute: async () => ({ ok: true, value: 'x'.repeat(length) }),
    ...parts,
  });
}
