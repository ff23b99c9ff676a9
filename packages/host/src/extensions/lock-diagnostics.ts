import {
  type Diagnostic,
  ERROR_CODES,
  type ErrorCode,
  foldName,
  type HostConfig,
} from '@mortise/contracts';
import type { ExtensionState } from './extension-state.ts';
import type { LockView } from './lock-view.ts';
import { isSameOrigin } from './same-origin.ts';

/** What a lock file is compared with. */
export interface LockedWorld {
  readonly lockFile: string;
  readonly states: readonly ExtensionState[];
  readonly config: HostConfig;
  readonly baseDir: string;
}

/** What is missing in the lock file, what is too much in it, and that it cannot be read. */
export function lockDiagnostics(view: LockView, world: LockedWorld): readonly Diagnostic[] {
  const { lockFile, config } = world;
  if (view.status === 'invalid') {
    const { hint } = ERROR_CODES.lock_invalid;
    const subject = 'mortise.lock';
    const found = { subject, message: view.reason, hint, file: lockFile };
    return [{ code: 'lock_invalid', severity: 'error', ...found }];
  }
  const named = config.extensions.filter(({ enabled }) => enabled);
  if (view.status === 'missing') {
    if (named.length === 0) return [];
    // One that works, so that the hint does.
    const source = named.find((each) => stateOf(world, each.source)?.status === 'loaded')?.source;
    const found = { subject: 'mortise.lock', file: lockFile };
    return [warning('lock_missing', source === undefined ? found : { ...found, source })];
  }
  const pinned = new Set(Object.keys(view.extensions).map(foldName));
  return [
    ...unpinned(world, pinned),
    ...Object.entries(view.extensions)
      .filter(([id, { source }]) => !isNamed(world, id, source))
      .map(([id]) => warning('lock_drifted', { subject: id, file: lockFile, id })),
    ...unusedPins(view.servers ?? {}, world),
  ];
}

/** A pin that is not used harms nothing: a server of that name would be held to it. */
function unusedPins(servers: object, { config, lockFile }: LockedWorld): readonly Diagnostic[] {
  const named = new Set(config.mcpServers.map(({ name }) => name));
  const { summary: message, hint } = ERROR_CODES.mcp_pin_unused;
  return Object.keys(servers)
    .filter((name) => !named.has(name))
    .map((subject) => ({
      ...{ code: 'mcp_pin_unused', severity: 'info', subject, message, file: lockFile },
      hint: hint.replaceAll('<server>', subject),
    }));
}

/** Only what came from a package can be pinned; inline code is the embedder's own. */
function unpinned(world: LockedWorld, pinned: ReadonlySet<string>): readonly Diagnostic[] {
  return world.config.extensions.flatMap(({ source, path }) => {
    const state = stateOf(world, source);
    if (state?.status !== 'loaded' || pinned.has(foldName(state.id))) return [];
    return [warning('extension_unpinned', { subject: state.id, path, source })];
  });
}

function stateOf({ states, baseDir }: LockedWorld, source: string): ExtensionState | undefined {
  return states.find(({ origin }) => isSameOrigin(origin, source, baseDir));
}

function isNamed({ config, states, baseDir }: LockedWorld, id: string, source?: string): boolean {
  const isOfId = (other: string | undefined) =>
    other !== undefined && foldName(other) === foldName(id);
  return (
    states.some((state) => isOfId(state.id)) ||
    config.extensions.some(
      (each) =>
        isOfId(each.id) || (source !== undefined && isSameOrigin(each.source, source, baseDir)),
    )
  );
}

interface WarningParts {
  readonly subject: string;
  readonly file?: string;
  readonly path?: string;
  readonly id?: string;
  readonly source?: string;
}

/** A hint can be typed as it stands: the names in it are filled in. */
function warning(code: ErrorCode, { id, source, ...place }: WarningParts): Diagnostic {
  const { summary, hint } = ERROR_CODES[code];
  const filled = hint.replace('<id>', id ?? '<id>').replace('<source>', source ?? '<source>');
  const message = code === 'lock_missing' ? summary : `${summary} (${place.subject})`;
  return { code, severity: 'warning', message, hint: filled, ...place };
}
