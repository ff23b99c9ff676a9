import type { AgentConfig, Principal, SurfaceShape } from '@mortise/contracts';

type Stated = Pick<SurfaceShape, 'provider' | 'model' | 'sandboxed'>;

interface StatedShape<Shape> {
  /** As the session was opened with. */
  readonly shape: Shape;
  readonly agent: AgentConfig | undefined;
  /** Absent for the embedder. */
  readonly principal: Principal | undefined;
}

/**
 * Which provider and model a request is for, and whether it is sandboxed: the token says it, then the
 * session, then the agent. A client can add to what its token and its agent say and change none of it.
 */
export function statedShape<Shape extends Stated>({
  shape,
  agent,
  principal,
}: StatedShape<Shape>): Shape {
  const isClient = principal?.kind === 'client';
  const byAgent = agent === undefined ? {} : statedByAgent(agent);
  const ranked: readonly Stated[] = isClient
    ? [principal, byAgent, shape]
    : [principal ?? {}, shape, byAgent];
  // Of one source: the model of one provider says nothing about another.
  const model = ranked.find(({ provider, model: named }) => provider ?? named) ?? {};
  const flags = ranked.map(({ sandboxed }) => sandboxed);
  const sandboxed = isClient ? flags.includes(true) : flags.find((each) => each !== undefined);
  const { provider: _provider, model: _model, sandboxed: _sandboxed, ...others } = shape;
  return {
    ...(others as Shape),
    ...(model.provider === undefined ? {} : { provider: model.provider }),
    ...(model.model === undefined ? {} : { model: model.model }),
    ...(sandboxed === undefined ? {} : { sandboxed }),
  };
}

/** `model` is metadata of any kind; a text beside a provider, or with one in front, says which it is. */
export function statedByAgent({ provider, sandboxed, metadata }: AgentConfig): Stated {
  const { model } = metadata;
  const isNamed = typeof model === 'string' && (provider !== undefined || model.includes('/'));
  return {
    ...(provider === undefined ? {} : { provider }),
    ...(isNamed ? { model } : {}),
    ...(sandboxed === undefined ? {} : { sandboxed }),
  };
}
