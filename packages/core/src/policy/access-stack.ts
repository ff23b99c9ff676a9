import type {
  AccessLayer,
  AgentConfig,
  ConfigReference,
  ConfigSelector,
  Diagnostic,
} from '@mortise/contracts';
import { policyDiagnostic } from './policy-diagnostic.ts';
import type { PolicyWorld } from './policy-world.ts';
import { selectProviderLayer } from './provider-layer.ts';
import type { RequestShape } from './request-shape.ts';
import type { SelectorList } from './selector-list.ts';

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
  readonly allow?: SelectorList;
  readonly alsoAllow?: SelectorList;
  /** `opt-in`: a list that names only extensions adds, it does not close (F-5). */
  readonly mode: 'none' | 'ceiling' | 'opt-in';
}

export interface StackedProfile {
  readonly label: string;
  readonly reference: ConfigReference;
  /** `undefined` if nobody defined it: then the profile allows nothing. */
  readonly base: SelectorList | undefined;
  /** What its scope adds: `alsoAllow`, and allow lists that are opt-ins. */
  readonly widenedBy: readonly SelectorList[];
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
  const diagnostics: Diagnostic[] = [];
  const own = agent.policy;
  const common = world.config.config.policy;
  const commonProvider = selectProviderLayer(common.byProvider, shape);
  const ownProvider = selectProviderLayer(own.byProvider, shape);
  const sandboxes = shape.sandboxed === true ? [common.sandbox, own.sandbox] : [];
  const compile = (selectors: readonly ConfigSelector[], role: 'allow' | 'deny', label: string) => {
    const checked = world.list(selectors, role, label);
    diagnostics.push(...checked.diagnostics);
    return checked.list;
  };
  const stack = (label: string, layer: AccessLayer | undefined) =>
    layer === undefined ? undefined : stackLayer(label, layer, compile);

  const tools = stack('tools', common);
  const toolsProvider = stack('tools.byProvider', commonProvider);
  const mine = stack('agent', own);
  const mineProvider = stack('agent.byProvider', ownProvider);
  const sandbox = stack('sandbox', mergeSandboxes(sandboxes[0], sandboxes[1]));
  const profile = (label: string, reference: ConfigReference | undefined, scopes: Scopes) =>
    stackProfile({ label, reference, scopes, world, diagnostics });

  const profiles = [
    profile('profile', own.profile ?? common.profile, [mine, tools]),
    profile('byProvider profile', ownProvider?.profile ?? commonProvider?.profile, [
      mineProvider,
      toolsProvider,
    ]),
  ];
  const denies = [
    { label: 'tools', layer: common },
    { label: 'tools.byProvider', layer: commonProvider },
    { label: 'agent', layer: own },
    { label: 'agent.byProvider', layer: ownProvider },
    // Replacing is for allow lists: what the operator denies to all sandboxes stays denied.
    { label: 'sandbox', layer: sandboxes[0] },
    { label: 'agent.sandbox', layer: sandboxes[1] },
  ];
  return {
    profiles: profiles.filter((each) => each !== undefined),
    layers: [tools, toolsProvider, mine, mineProvider, sandbox].filter(
      (each) => each !== undefined,
    ),
    denies: denies.flatMap(({ label, layer }) =>
      layer?.deny === undefined ? [] : { label, list: compile(layer.deny, 'deny', label) },
    ),
    diagnostics,
  };
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

type Compile = (
  selectors: readonly ConfigSelector[],
  role: 'allow' | 'deny',
  label: string,
) => SelectorList;

function stackLayer(label: string, layer: AccessLayer, compile: Compile): StackedLayer {
  const allow = layer.allow && compile(layer.allow, 'allow', label);
  const alsoAllow = layer.alsoAllow && compile(layer.alsoAllow, 'allow', label);
  return {
    label,
    path: layer.path,
    ...(allow === undefined ? {} : { allow }),
    ...(alsoAllow === undefined ? {} : { alsoAllow }),
    mode: allow === undefined ? 'none' : allow.isExtensionOnly ? 'opt-in' : 'ceiling',
  };
}

/** Nearest first: the nearest one that says anything replaces the others (F-5). */
type Scopes = readonly (StackedLayer | undefined)[];

function stackProfile(parts: {
  readonly label: string;
  readonly reference: ConfigReference | undefined;
  readonly scopes: Scopes;
  readonly world: PolicyWorld;
  readonly diagnostics: Diagnostic[];
}): StackedProfile | undefined {
  const { label, reference, scopes, world, diagnostics } = parts;
  if (reference === undefined) return undefined;
  const defined = world.config.profile(reference.name);
  const widenedBy = scopes.map(wideningOf).find((each) => each.length > 0) ?? [];
  if (defined === undefined) {
    const { name: subject, path } = reference;
    diagnostics.push(policyDiagnostic('unknown_profile', { subject, path, layer: label }));
    return { label, reference, base: undefined, widenedBy };
  }
  const checked = world.list(defined.selectors, 'allow', `profile ${defined.name}`);
  // A built-in profile names tools of many hosts; that this one lacks some is no mistake.
  if (world.inputs.config.profiles.includes(defined)) diagnostics.push(...checked.diagnostics);
  return { label, reference, base: checked.list, widenedBy };
}

function wideningOf(layer: StackedLayer | undefined): readonly SelectorList[] {
  if (layer === undefined) return [];
  const optIn = layer.mode === 'opt-in' && layer.allow !== undefined ? [layer.allow] : [];
  return layer.alsoAllow === undefined ? optIn : [...optIn, layer.alsoAllow];
}
