/**
 * What Node permitted for the start is taken back, for this thread and for good: reading the runtime,
 * addons, further threads, which may be started without permissions. A tripwire for JavaScript that got
 * out of its isolate; native code is held by the jail.
 */
export function dropPermissions(): void {
  // Its types do not know `drop` yet, and without the permission model there is none.
  const permission = process.permission as { drop?(scope: string): void } | undefined;
  for (const scope of ['fs.read', 'addon', 'worker']) permission?.drop?.(scope);
}
