import { ATTRIBUTE_CALLS } from './attribute-calls.ts';
import { type ArgumentTest, type FilterRule, writeFilter } from './filter-program.ts';
import {
  AUDIT_ARCH,
  callNumber,
  type JailArch,
  NEWEST_KNOWN_CALL,
  type SystemCall,
} from './system-calls.ts';

/** What the filter of one granted program is made for. */
export interface ProgramFilterParts {
  readonly arch: JailArch;
  readonly network: boolean;
  /** What happens to calls that change modes, owners, dates and attributes of files. */
  readonly attributes: AttributeVerdict;
  /** Whether all that it starts ends with it, wherever it goes: it is alone in a namespace. */
  readonly ownProcesses: boolean;
}

/**
 * Landlock does not look at these calls, so that they would work on any file of the account. `allow`: where
 * all but its own folders is mounted read-only. `ask`: the launcher decides by the file, and does it.
 */
export type AttributeVerdict = 'allow' | 'ask' | 'refuse';

const EPERM = 1;
const EACCES = 13;
const ENOSYS = 38;

/** What no ordinary program needs and what reaches beyond it, whatever it runs. */
const DENIED: readonly SystemCall[] = [
  // Other processes: looking into them.
  ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'pidfd_getfd', 'kcmp'] as const),
  // Memory and queues that processes of one account share.
  ...(['shmget', 'semget', 'msgget', 'mq_open', 'add_key', 'request_key', 'keyctl'] as const),
  // Another view of the machine.
  ...(['unshare', 'setns', 'mount', 'umount2', 'pivot_root', 'chroot', 'mount_setattr'] as const),
  ...(['open_tree', 'move_mount', 'fsopen', 'fsconfig', 'fsmount', 'fspick'] as const),
  ...(['open_by_handle_at', 'name_to_handle_at', 'fanotify_init'] as const),
  // The kernel.
  ...(['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'bpf', 'userfaultfd'] as const),
  ...(['perf_event_open', 'init_module', 'finit_module', 'delete_module', 'kexec_load'] as const),
  ...(['kexec_file_load', 'reboot', 'swapon', 'swapoff', 'acct', 'quotactl', 'syslog'] as const),
  ...(['settimeofday', 'clock_settime', 'clock_adjtime', 'adjtimex', 'sethostname'] as const),
  ...(['setdomainname', 'personality', 'iopl', 'ioperm'] as const),
];

/** Leaving the group that ends with the program. */
const LEAVING: readonly SystemCall[] = ['setsid', 'setpgid'];

/** Making files with a mode: which arguments are it and, if it counts only with some of them, the flags. */
const MAKING_CALLS = {
  ...{ creat: { mode: 1 }, mknod: { mode: 1 }, mknodat: { mode: 2 } },
  ...{ open: { flags: 1, mode: 2 }, openat: { flags: 2, mode: 3 } },
} as const;
/** `O_CREAT` and `O_TMPFILE`: without them the mode is whatever was in the register. */
const MAKING_FLAGS = 0o100 | 0o20000000;
/** A file that any account runs as the one of the host: outside of the jail it would have all its rights. */
const SET_USER = 0o4000;

/** The same by way of a descriptor that was opened for reading: `FS_IOC_SETFLAGS` and its kind. */
const ATTRIBUTE_REQUESTS = [
  // Flags and project of a file, in both widths; its version.
  ...[0x4008_6602, 0x4004_6602, 0x401c_5820, 0x4008_7602, 0x4004_7602],
  // Never to be changed again (verity), and encryption of a folder.
  ...[0x4080_6685, 0x800c_6613],
];

/** What has the number of a process as its first argument; 0 is the one that asks. */
const OF_ONE_PROCESS: readonly SystemCall[] = [
  ...(['prlimit64', 'sched_setaffinity', 'sched_setattr'] as const),
  ...(['sched_setparam', 'sched_setscheduler'] as const),
];
const ITSELF = 0;
const PRIO_PROCESS = 0;
const IOPRIO_WHO_PROCESS = 1;

/** All flags that ask for another namespace. */
const NEW_NAMESPACES = 0x7e02_0000;
const FAMILIES = { AF_INET: 2, AF_INET6: 10, AF_NETLINK: 16 } as const;
const AF_UNIX = 1;
const SOCK_FLAGS = [0, 0o4000, 0o2000000, 0o2004000] as const;
/** Streams and packets in sequence: neither can be connected to another address. */
const PAIRED_TYPES = [1, 5].flatMap((type) => SOCK_FLAGS.map((flags) => type | flags));
/** `TIOCSTI`, `TIOCLINUX`: typing for a terminal. */
const TERMINAL_INPUT = [0x5412, 0x541c];
/**
 * `F_SETLEASE`, and `F_SETDELEG` of Linux 6.19: a program that may only read a file of its account could make all that
 * open or change it wait, for 45 seconds each time.
 */
const LEASES = [1_024, 1_040];
const PR_SET_PDEATHSIG = 1;
/** `PR_SET_MM`, `PR_SET_PTRACER`. */
const OWN_MEMORY = [35, 0x5961_6d61];

/**
 * The seccomp program of a granted program: a deny list, because what programs call is not known.
 * Files are for Landlock to say; here is what it does not look at.
 */
export function writeProgramFilter(parts: ProgramFilterParts): Uint8Array {
  const { arch, network, attributes, ownProcesses } = parts;
  const rules: FilterRule[] = [];
  const add = (call: SystemCall, rule: Omit<FilterRule, 'call'>): void => {
    const number = callNumber(call, arch);
    if (number !== undefined) rules.push({ call: number, ...rule });
  };
  const refuse = (call: SystemCall, errno = EPERM): void =>
    add(call, { otherwise: { errno }, tests: [] });
  const allowIf = (call: SystemCall, tests: readonly ArgumentTest[], errno = EPERM): void =>
    add(call, { otherwise: { errno }, tests });
  if (network) allowIf('socket', [{ argument: 0, isOneOf: Object.values(FAMILIES) }], EACCES);
  else refuse('socket', EACCES);
  const paired = { argument: 1, isOneOf: PAIRED_TYPES };
  allowIf('socketpair', [{ argument: 0, isOneOf: [AF_UNIX] }, paired], EACCES);
  allowIf('clone', [{ argument: 0, hasNoneOf: NEW_NAMESPACES }]);
  // C libraries take older ones if these do not exist, and a filter cannot look into their arguments.
  for (const call of ['clone3', 'openat2'] as const) refuse(call, ENOSYS);
  const requests = attributes === 'allow' ? [] : ATTRIBUTE_REQUESTS;
  allowIf('ioctl', [{ argument: 1, isNoneOf: [...TERMINAL_INPUT, ...requests] }]);
  allowIf('fcntl', [{ argument: 1, isNoneOf: LEASES }]);
  const ofProcess = ownProcesses ? OWN_MEMORY : [...OWN_MEMORY, PR_SET_PDEATHSIG];
  allowIf('prctl', [{ argument: 0, isNoneOf: ofProcess }]);
  for (const [call, tests] of ofItself()) allowIf(call, tests);
  for (const call of ownProcesses ? DENIED : [...DENIED, ...LEAVING]) refuse(call);
  for (const [call, tests] of makingTests()) allowIf(call, tests);
  for (const [call, rule] of attributeRules(attributes)) add(call, rule);
  return writeFilter({
    ...{ auditArch: AUDIT_ARCH[arch], rules, newestCall: NEWEST_KNOWN_CALL, others: 'allow' },
  });
}

function attributeRules(
  verdict: AttributeVerdict,
): readonly (readonly [SystemCall, Omit<FilterRule, 'call'>])[] {
  const then = verdict === 'refuse' ? { errno: EPERM } : verdict;
  return Object.entries(ATTRIBUTE_CALLS).map(([name, { change }]) => {
    const call = name as SystemCall;
    if (change.kind !== 'mode') return [call, { tests: [], otherwise: then }];
    const tests = [{ argument: change.mode, hasNoneOf: SET_USER }];
    return [call, { tests, then, otherwise: { errno: EPERM } }];
  });
}

function makingTests(): readonly (readonly [SystemCall, readonly ArgumentTest[]])[] {
  return Object.entries(MAKING_CALLS).map(([call, { mode, ...at }]) => {
    const test = { argument: mode, hasNoneOf: SET_USER };
    const isMaking = (flags: number) => ({ argument: flags, hasNoneOf: MAKING_FLAGS, or: test });
    return [call as SystemCall, ['flags' in at ? isMaking(at.flags) : test]] as const;
  });
}

/** Limits and scheduling of any process of the account could be set: so could the host be stopped. */
function ofItself(): readonly (readonly [SystemCall, readonly ArgumentTest[]])[] {
  const kind = (value: number): ArgumentTest => ({ argument: 0, isOneOf: [value] });
  const process = (argument: number): ArgumentTest => ({ argument, isOneOf: [ITSELF] });
  return [
    ...OF_ONE_PROCESS.map((call) => [call, [process(0)]] as const),
    ['setpriority', [kind(PRIO_PROCESS), process(1)]],
    ['ioprio_set', [kind(IOPRIO_WHO_PROCESS), process(1)]],
  ];
}
