import { foldName, type McpServerState, type ToolExplanation } from '@mortise/contracts';

type StateOfTool = (tool: string) => McpServerState | undefined;

/** Says in a trace why the tool of an MCP server cannot work right now; the resolver knows only that. */
export function explainServer(
  explanation: ToolExplanation,
  stateOfTool: StateOfTool,
): ToolExplanation {
  if (explanation.origin.kind !== 'mcp') return explanation;
  const state = stateOfTool(explanation.tool);
  if (state === undefined || state.status === 'connected') return explanation;
  return {
    ...explanation,
    steps: explanation.steps.map((step) =>
      step.phase === 'availability' && step.verdict === 'block'
        ? { ...step, rule: describeState(state) }
        : step,
    ),
  };
}

/** Why a tool of an MCP server is not there; empty if no server would have it. */
export function explainAbsent(tool: string, stateOfTool: StateOfTool): readonly ToolExplanation[] {
  const state = stateOfTool(tool);
  if (state === undefined) return [];
  const leftOut = state.leftOut.find(({ name = '' }) => foldName(name) === foldName(tool));
  if (leftOut === undefined && state.status === 'connected') return [];
  const rule =
    leftOut === undefined
      ? describeState(state)
      : `MCP server ${state.name}: ${leftOut.tool} is left out: ${leftOut.reason}`;
  const place = leftOut?.path === undefined ? {} : { path: leftOut.path };
  const phase = leftOut?.path === undefined ? 'availability' : 'deny';
  return [
    {
      ...{ tool: leftOut?.name ?? tool, origin: { kind: 'mcp', server: state.name } },
      ...{ state: leftOut?.path === undefined ? 'unavailable' : 'denied', isPermitted: false },
      steps: [{ phase, layer: 'mcp_servers', rule, verdict: 'block', ...place }],
      remedies: [],
    } satisfies ToolExplanation,
  ];
}

function describeState({ name, status, reason }: McpServerState): string {
  const why = reason === undefined ? '' : `: ${reason}`;
  return `MCP server ${name} is ${status}${why}`;
}
