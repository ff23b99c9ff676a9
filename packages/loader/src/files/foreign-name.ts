/**
 * Names of what is no part of a package though it lies in its folder: what version control keeps, the
 * files of a host that runs there, and settings in which people keep passwords and tokens.
 */
const FOREIGN =
  /^(?:\.git|\.hg|\.jj|\.svn|\.mortise|mortise\.lock|mortise\.config\..*|\.env(?:\..*)?|\.npmrc|\.yarnrc(?:\.yml)?|\.netrc)$/i;

export function isForeignName(name: string): boolean {
  return FOREIGN.test(name);
}
