import { foldName, type McpServerState, type ToolExplanation } from '@mortise/contracts';

type StateOfTool = (tool: string) => McpServerState | undefined;

/** Says in a trace why the tool of an MCP server cannot work right now; the resolver knows only that. */
export function explainServer(
  explanation: ToolExplanation,
  stateOfTool: StateOfTool,
): ToolExplanation {
  if (explanation.origin.kind !== 'mcp') return explanation;
  const state = stateOfTool(explanation.tool);
  if (state === undefined) return explanation;
  const steps = explanation.steps.map((step) =>
    step.phase === 'availability' && step.verdict === 'block' && state.status !== 'connected'
      ? { ...step, rule: describeState(state) }
      : step,
  );
  const added = describeRest(explanation.tool, state).map(
    (rule) => ({ phase: 'availability', layer: 'mcp_servers', rule, verdict: 'info' }) as const,
  );
  return { ...explanation, steps: [...steps, ...added] };
}

/** What decides nothing and belongs in the story: whether it was approved, and what its program reaches. */
function describeRest(tool: string, state: McpServerState): readonly string[] {
  const { name, pin, confinement } = state;
  const isChanged = pin.changes.some((each) => each.kind === 'changed' && each.name === tool);
  return [
    ...(pin.status === 'unpinned'
      ? [`never approved; \`mortise mcp approve ${name}\` pins it`]
      : []),
    ...(isChanged
      ? [`its definition has changed; the approved one goes on; see \`mortise mcp show ${name}\``]
      : []),
    ...(confinement === undefined ? [] : [`its program runs ${confinement}`]),
  ];
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
