import ignore from 'ignore';

/** As the operator writes it; the manifest has its schema. */
export interface CodeConfig {
  readonly ignore?: readonly string[];
  readonly hostCalls?: number;
}

/** What a walk through folders leaves out and when it stops. */
export interface WalkRules {
  /** `path` is relative to where the walk starts, with a `/` at the end if it is a folder. */
  isIgnored(path: string): boolean;
  readonly hostCalls: number;
}

const STANDARD_IGNORE = [
  '.git/',
  '.hg/',
  '.svn/',
  'node_modules/',
  '.pnpm-store/',
  '__pycache__/',
  '.venv/',
  'target/',
  'dist/',
  'build/',
  'coverage/',
  '.cache/',
  '.DS_Store',
];
/** Below the 200 that a sandbox allows one call, with room for the look at the start. */
const STANDARD_HOST_CALLS = 190;

export function walkRules(config: CodeConfig): WalkRules {
  const matcher = ignore().add([...(config.ignore ?? STANDARD_IGNORE)]);
  return {
    isIgnored: (path) => matcher.ignores(path),
    hostCalls: config.hostCalls ?? STANDARD_HOST_CALLS,
  };
}
