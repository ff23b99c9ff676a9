/** As the operator writes it; the manifest has its schema. */
export interface CodeConfig {
  readonly ignore?: readonly string[];
  readonly gitignore?: boolean;
  readonly hostCalls?: number;
}

/** What a walk through folders leaves out and when it stops. */
export interface WalkRules {
  /** In the words that the host takes. */
  readonly leftOut: { readonly ignore: string[]; readonly gitignore: boolean };
  /** Most uses of the capability in one call. */
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

export function walkRules({ ignore, gitignore = false, hostCalls }: CodeConfig): WalkRules {
  return {
    leftOut: { ignore: [...(ignore ?? STANDARD_IGNORE)], gitignore },
    hostCalls: hostCalls ?? STANDARD_HOST_CALLS,
  };
}
