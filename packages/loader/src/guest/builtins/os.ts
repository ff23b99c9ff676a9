import { HOME, TEMPORARY } from '../places.ts';

export const EOL = '\n';
export const devNull = '/dev/null';

/** Constants that tell nothing of the machine. */
export const constants = {
  signals: { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGUSR1: 10, SIGUSR2: 12, SIGTERM: 15 },
  errno: { EPERM: 1, ENOENT: 2, EACCES: 13, EEXIST: 17, ENOTDIR: 20, EISDIR: 21, EINVAL: 22 },
  priority: {},
  dlopen: {},
};

export function platform(): string {
  return 'linux';
}

export function type(): string {
  return 'Linux';
}

export function release(): string {
  return '6.0.0';
}

export function version(): string {
  return '#1';
}

export function machine(): string {
  return 'x86_64';
}

export function arch(): string {
  return 'x64';
}

export function endianness(): string {
  return 'LE';
}

/** The state folder of the extension; nothing of the account that the host runs as. */
export function homedir(): string {
  return HOME;
}

export function tmpdir(): string {
  return TEMPORARY;
}

export function hostname(): string {
  return 'sandbox';
}

export function userInfo(): object {
  return { uid: 1_000, gid: 1_000, username: 'extension', homedir: HOME, shell: null };
}

export function cpus(): readonly object[] {
  const times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
  return [{ model: 'sandbox', speed: 0, times }];
}

export function availableParallelism(): number {
  return 1;
}

export function totalmem(): number {
  return 64_000_000;
}

export function freemem(): number {
  return 32_000_000;
}

export function loadavg(): readonly number[] {
  return [0, 0, 0];
}

export function uptime(): number {
  return 1;
}

export function networkInterfaces(): object {
  return {};
}

export function getPriority(): number {
  return 0;
}

export function setPriority(): void {}
