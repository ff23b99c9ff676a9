import { type ArgumentTest, type FilterRule, type Verdict, writeFilter } from './filter-program.ts';
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
  /** Whether all but its own folders is mounted read-only. */
  readonly isReadOnly: boolean;
}

const EPERM = 1;
const EACCES = 13;
const ENOSYS = 38;

/** What no ordinary program needs and what reaches beyond it, whatever it runs. */
const DENIED: readonly SystemCall[] = [
  // Other processes: looking into them, and leaving the group that ends with the program.
  ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'pidfd_getfd', 'kcmp'] as const),
  ...(['setsid', 'setpgid'] as const),
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

/** Landlock does not look at them, so without read-only mounts they would work on any file of the account. */
const ATTRIBUTES: readonly SystemCall[] = [
  ...(['chmod', 'fchmod', 'fchmodat', 'fchmodat2', 'chown', 'fchown', 'lchown'] as const),
  ...(['fchownat', 'utime', 'utimes', 'utimensat', 'futimesat', 'setxattr', 'lsetxattr'] as const),
  ...(['fsetxattr', 'removexattr', 'lremovexattr', 'fremovexattr'] as const),
];

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
/** `PR_SET_PDEATHSIG`, `PR_SET_MM`, `PR_SET_PTRACER`. */
const OWN_END = [1, 35, 0x5961_6d61];

/**
 * The seccomp program of a granted program: a deny list, because what programs call is not known.
 * Files are for Landlock to say; here is what it does not look at.
 */
export function writeProgramFilter({ arch, network, isReadOnly }: ProgramFilterParts): Uint8Array {
  const rules: FilterRule[] = [];
  const add = (call: SystemCall, otherwise: Verdict, tests: readonly ArgumentTest[] = []): void => {
    const number = callNumber(call, arch);
    if (number !== undefined) rules.push({ call: number, otherwise, tests });
  };
  const families = network ? Object.values(FAMILIES) : [];
  add('socket', { errno: EACCES }, families.length > 0 ? [{ argument: 0, isOneOf: families }] : []);
  add('socketpair', { errno: EACCES }, [
    { argument: 0, isOneOf: [AF_UNIX] },
    { argument: 1, isOneOf: PAIRED_TYPES },
  ]);
  add('clone', { errno: EPERM }, [{ argument: 0, hasNoneOf: NEW_NAMESPACES }]);
  // C libraries take `clone` if this one does not exist, and a filter cannot look into its arguments.
  add('clone3', { errno: ENOSYS });
  const requests = isReadOnly ? TERMINAL_INPUT : [...TERMINAL_INPUT, ...ATTRIBUTE_REQUESTS];
  add('ioctl', { errno: EPERM }, [{ argument: 1, isNoneOf: requests }]);
  add('prctl', { errno: EPERM }, [{ argument: 0, isNoneOf: OWN_END }]);
  for (const [call, tests] of ofItself()) add(call, { errno: EPERM }, tests);
  for (const call of DENIED) add(call, { errno: EPERM });
  if (!isReadOnly) for (const call of ATTRIBUTES) add(call, { errno: EPERM });
  return writeFilter({
    ...{ auditArch: AUDIT_ARCH[arch], rules, newestCall: NEWEST_KNOWN_CALL, others: 'allow' },
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
