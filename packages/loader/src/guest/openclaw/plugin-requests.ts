/** What the code of a plugin mentions; its manifest has no word for what it asks for. */
export interface PluginUses {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly programs: readonly string[];
  /** Variables of the environment that it reads. */
  readonly variables: readonly string[];
  readonly usesNetwork: boolean;
  readonly usesFiles: boolean;
  readonly usesPrograms: boolean;
}

/** In the form that manifests and tools ask in. */
export interface PluginRequests {
  readonly network?: { readonly allowedHosts: string[]; readonly methods: string[] };
  readonly fs_reach?: { readonly state: boolean };
  readonly process?: { readonly allowedBinaries: string[] };
  readonly secrets?: string[];
}

/** Of hosts, programs and secrets: more than a person reads before granting it is no request. */
const MOST = 64;
const DEEPEST = 8;
const SECRET_VARIABLE = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASS|CREDENTIALS?|SID)$/;
/** In the configuration of a plugin it stands for the value of a secret, which the code never sees. */
const SECRET_VALUE = /^secret:([A-Za-z][A-Za-z0-9_.-]{0,99})$/;

/**
 * What a plugin asks for, from what its code mentions and from its configuration. The host and the plugin
 * itself compute it, of the same values: what its tools declare is what its manifest asks for.
 */
export function pluginRequests(uses: PluginUses, config: unknown): PluginRequests {
  const texts = textsIn(config);
  const hosts = firstOf([...uses.origins, ...texts.flatMap(originIn)]);
  const secrets = firstOf([
    ...uses.variables.filter((name) => SECRET_VARIABLE.test(name)),
    ...texts.flatMap((text) => secretIn(text) ?? []),
  ]);
  const programs = firstOf(uses.programs);
  return {
    ...(hosts.length > 0 &&
      uses.usesNetwork && {
        network: { allowedHosts: hosts, methods: firstOf(['GET', 'HEAD', ...uses.methods]) },
      }),
    ...(uses.usesFiles && { fs_reach: { state: true } }),
    ...(programs.length > 0 && uses.usesPrograms && { process: { allowedBinaries: programs } }),
    ...(secrets.length > 0 && { secrets }),
  };
}

/** The name of the secret that a value of the configuration stands for. */
export function secretIn(value: unknown): string | undefined {
  return typeof value === 'string' ? SECRET_VALUE.exec(value)?.[1] : undefined;
}

function firstOf(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, MOST);
}

/** Addresses that an operator or a default names; the host part decides. */
function originIn(text: string): readonly string[] {
  if (!/^(?:https?|wss?):\/\//.test(text) || !URL.canParse(text)) return [];
  const { protocol, host } = new URL(text);
  return host === '' ? [] : [`${protocol}//${host}`];
}

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.values(value).flatMap((each) => textsIn(each, depth + 1));
}
