export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn'] as const;
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

/** The package manager that started this program, by what it says of itself; npm if none did. */
export function detectPackageManager(env: NodeJS.ProcessEnv): PackageManager {
  const [name] = (env['npm_config_user_agent'] ?? '').split('/');
  return PACKAGE_MANAGERS.find((each) => each === name) ?? 'npm';
}
