/**
 * Names of what is no part of a package though it lies in its folder: what version control keeps, the
 * files of a host that runs there, and settings in which people keep passwords and tokens. With them what
 * editors and people leave beside such a file under its name.
 */
const FOREIGN = [
  /^\.(?:git|hg|jj|svn)$/i,
  /^(?:\.mortise(?:\..*)?|mortise\.lock(?:[.~-].*)?|mortise\.config\..*)$/i,
  /^\.(?:env|npmrc|yarnrc|netrc|pypirc|pgpass|envrc|dev\.vars|git-credentials)(?:[.~_-].*)?$/i,
  /^\.(?:ssh|aws|gnupg)$/i,
];

export function isForeignName(name: string): boolean {
  return FOREIGN.some((names) => names.test(name));
}
