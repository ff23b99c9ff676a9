import type {
  AccessLayer,
  AgentConfig,
  ConfigReference,
  ConfigSelector,
  Diagnostic,
} from '@mortise/contracts';
import type { SelectorList } from '../selectors/selector-list.ts';
import { policyDiagnostic } from '../world/policy-diagnostic.ts';
import type { PolicyWorld } from '../world/policy-world.ts';
import type { RequestShape } from '../world/request-shape.ts';
import { selectProviderLayer } from './provider-layer.ts';

/** The access layers in force for one agent and one shape of request, in the order of phase 4. */
export interface AccessStack {
  readonly profiles: readonly StackedProfile[];
  readonly layers: readonly StackedLayer[];
  readonly denies: readonly StackedDeny[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface StackedLayer {
  readonly label: string;
  readonly path: string;
  readonly profile?: ConfigReference;
  readonly allow?: SelectorList;
  readonly alsoAllow?: SelectorList;
  /** `opt-in`: a list that names only extensions adds, it does not close (docs/contract.md#f-5). */
  readonly mode: 'none' | 'ceiling' | 'opt-in';
}

export interface StackedProfile {
  readonly label: string;
  readonly reference: ConfigReference;
  /** `undefined` if it is not defined: then the profile allows nothing. */
  readonly base: SelectorList | undefined;
  /** What its scope adds: `alsoAllow`, and allow lists that are opt-ins. */
  readonly widenedBy: readonly Widening[];
}

export interface Widening {
  readonly list: SelectorList;
  readonly key: 'allow' | 'alsoAllow';
}

export interface StackedDeny {
  readonly label: string;
  readonly list: SelectorList;
}

export function stackAccess(
  world: PolicyWorld,
  agent: AgentConfig,
  shape: RequestShape,
): AccessStack {
  const found = layersInForce(world, agent, shape);
  const diagnostics: Diagnostic[] = [];
  const compile: Compile = (selectors, label) => {
    const checked = world.list(selectors, label);
    diagnostics.push(...checked.diagnostics);
    return checked.list;
  };
  const stack = (label: string, layer: AccessLayer | undefined) =>
    layer === undefined ? undefined : stackLayer(label, layer, compile);

  const tools = stack('tools', found.tools);
  const toolsProvider = stack('tools.byProvider', found.toolsProvider);
  const own = stack('agent', found.own);
  const ownProvider = stack('agent.byProvider', found.ownProvider);
  const sandbox = stack('sandbox', mergeSandboxes(found.sandbox, found.ownSandbox));
  const profile = (label: string, scopes: Scopes) =>
    stackProfile({ label, scopes, world, diagnostics });

  return {
    profiles: [
      profile('profile', [own, tools]),
      profile('byProvider profile', [ownProvider, toolsProvider]),
    ].filter((each) => each !== undefined),
    layers: [tools, toolsProvider, own, ownProvider, sandbox].filter((each) => each !== undefined),
    denies: stackDenies(found, compile),
    diagnostics,
  };
}

interface LayersInForce {
  readonly tools: AccessLayer;
  readonly toolsProvider: AccessLayer | undefined;
  readonly own: AccessLayer;
  readonly ownProvider: AccessLayer | undefined;
  readonly sandbox: AccessLayer | undefined;
  readonly ownSandbox: AccessLayer | undefined;
}

function layersInForce(world: PolicyWorld, agent: AgentConfig, shape: RequestShape): LayersInForce {
  const tools = world.config.config.policy;
  const own = agent.policy;
  const isSandboxed = shape.sandboxed === true;
  return {
    tools,
    toolsProvider: selectProviderLayer(tools.byProvider, shape),
    own,
    ownProvider: selectProviderLayer(own.byProvider, shape),
    sandbox: isSandboxed ? tools.sandbox : undefined,
    ownSandbox: isSandboxed ? own.sandbox : undefined,
  };
}

function stackDenies(found: LayersInForce, compile: Compile): readonly StackedDeny[] {
  const layers: readonly (readonly [string, AccessLayer | undefined])[] = [
    ['tools', found.tools],
    ['tools.byProvider', found.toolsProvider],
    ['agent', found.own],
    ['agent.byProvider', found.ownProvider],
    // Replacing is for allow lists: what the operator denies to all sandboxes stays denied.
    ['sandbox', found.sandbox],
    ['agent.sandbox', found.ownSandbox],
  ];
  return layers.flatMap(([label, layer]) =>
    layer?.deny === undefined ? [] : { label, list: compile(layer.deny, label) },
  );
}

/** An agent's own lists replace the common ones; `alsoAllow` belongs to the list beside it. */
export function mergeSandboxes(
  common: AccessLayer | undefined,
  own: AccessLayer | undefined,
): AccessLayer | undefined {
  if (common === undefined || own === undefined) return own ?? common;
  const replaces = own.allow !== undefined || own.alsoAllow !== undefined;
  const allow = own.allow ?? common.allow;
  const alsoAllow = replaces ? own.alsoAllow : common.alsoAllow;
  return {
    path: replaces ? own.path : common.path,
    ...(allow === undefined ? {} : { allow }),
    ...(alsoAllow === undefined ? {} : { alsoAllow }),
  };
}

type Compile = (selectors: readonly ConfigSelector[], label: string) => SelectorList;

function stackLayer(label: string, layer: AccessLayer, compile: Compile): StackedLayer {
  const allow = layer.allow && compile(layer.allow, label);
  const alsoAllow = layer.alsoAllow && compile(layer.alsoAllow, label);
  return {
    label,
    path: layer.path,
    ...(layer.profile === undefined ? {} : { profile: layer.profile }),
    ...(allow === undefined ? {} : { allow }),
    ...(alsoAllow === undefined ? {} : { alsoAllow }),
    mode: allow === undefined ? 'none' : allow.isExtensionOnly ? 'opt-in' : 'ceiling',
  };
}

/** Nearest first: the nearest one that says anything replaces the others. */
type Scopes = readonly (StackedLayer | undefined)[];

function stackProfile(parts: {
  readonly label: string;
  readonly scopes: Scopes;
  readonly world: PolicyWorld;
  readonly diagnostics: Diagnostic[];
}): StackedProfile | undefined {
  const { label, scopes, world, diagnostics } = parts;
  const reference = scopes.find((scope) => scope?.profile !== undefined)?.profile;
  if (reference === undefined) return undefined;
  const defined = world.config.profile(reference.name);
  const widenedBy = scopes.map(wideningOf).find((each) => each.length > 0) ?? [];
  if (defined === undefined) {
    const { name: subject, path } = reference;
    diagnostics.push(policyDiagnostic('unknown_profile', { subject, path, layer: label }));
    return { label, reference, base: undefined, widenedBy };
  }
  const checked = world.list(defined.selectors, `profile ${defined.name}`);
  // A built-in profile names tools of many hosts; that this one lacks some is no mistake.
  if (world.inputs.config.profiles.includes(defined)) diagnostics.push(...checked.diagnostics);
  return { label, reference, base: checked.list, widenedBy };
}

function wideningOf(layer: StackedLayer | undefined): readonly Widening[] {
  if (layer === undefined) return [];
  const { mode, allow, alsoAllow } = layer;
  return [
    ...(mode === 'opt-in' && allow !== undefined ? [{ list: allow, key: 'allow' } as const] : []),
    ...(alsoAllow === undefined ? [] : [{ list: alsoAllow, key: 'alsoAllow' } as const]),
  ];
}
