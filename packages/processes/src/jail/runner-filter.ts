import { type ArgumentTest, type FilterRule, writeFilter } from './filter-program.ts';
import {
  AUDIT_ARCH,
  callNumber,
  type JailArch,
  NEWEST_KNOWN_CALL,
  type SystemCall,
} from './system-calls.ts';

/** What the filter of one runner is made for. */
export interface RunnerFilterParts {
  readonly arch: JailArch;
  /** The launcher's process, which becomes the runner's. */
  readonly pid: number;
  /** Three random numbers that the one allowed `execve` carries in arguments that the kernel ignores. */
  readonly execPass: readonly bigint[];
  /** Whether it may list folders: which ones is for Landlock to say. */
  readonly listsFolders: boolean;
}

const ENOSYS = 38;
const EPERM = 1;

/**
 * What runners of Node 24 and 26 called when they were recorded with strace (start, calls, loops,
 * crashes, floods), what they call where io_uring is not to be had, and the older forms that musl uses.
 */
const ALLOWED: readonly SystemCall[] = [
  // What every call of a tool needs, first: kernels before 5.11 go through the list for each.
  ...(['epoll_pwait', 'read', 'write', 'futex', 'epoll_wait', 'madvise', 'getppid'] as const),
  // Memory.
  ...(['brk', 'mmap', 'mprotect', 'mremap', 'munmap'] as const),
  ...(['pkey_alloc', 'pkey_free', 'pkey_mprotect', 'membarrier'] as const),
  // Threads and time.
  ...(['rseq', 'set_robust_list', 'set_tid_address', 'arch_prctl', 'getcpu'] as const),
  ...(['exit', 'exit_group', 'restart_syscall', 'sched_yield', 'sched_getaffinity'] as const),
  ...(['sched_getparam', 'sched_getscheduler', 'sched_get_priority_max'] as const),
  ...(['sched_get_priority_min', 'getpriority'] as const),
  ...(['nanosleep', 'gettimeofday', 'time', 'times'] as const),
  ...(['rt_sigaction', 'rt_sigprocmask', 'rt_sigreturn', 'sigaltstack'] as const),
  // What it is, and what it has used.
  ...(['getpid', 'gettid', 'getuid', 'geteuid', 'getgid', 'getegid'] as const),
  ...(['capget', 'getrandom', 'getrlimit', 'getrusage', 'sysinfo', 'uname', 'getcwd'] as const),
  // The descriptors that it has. Which files it can open is for Landlock to say.
  ...(['readv', 'pread64', 'writev', 'close', 'lseek', 'dup', 'dup2'] as const),
  ...(['dup3', 'pipe', 'pipe2', 'eventfd2', 'epoll_create1', 'epoll_ctl'] as const),
  ...(['epoll_pwait2', 'poll', 'ppoll', 'getsockname'] as const),
  ...(['fstat', 'newfstatat', 'statx', 'stat', 'lstat', 'access', 'faccessat'] as const),
  ...(['faccessat2', 'readlink', 'readlinkat'] as const),
];

/**
 * `O_WRONLY`, `O_RDWR`, `O_CREAT`, `O_TRUNC`, `O_APPEND`, `O_TMPFILE`, and `O_PATH`, which Landlock does
 * not look at; alike on both processors.
 */
const NOT_READING = 0o3 | 0o100 | 0o1000 | 0o2000 | 0o20000000 | 0o10000000;
/** What `pthread_create` of glibc and musl asks for. */
const THREAD_FLAGS = 0x7d_0f00;
/** Sharing memory, signal handlers and the process itself: all else would be a new process. */
const THREAD_NEEDS = 0x1_0f00;
const IOCTL = { FIONBIO: 0x5421, FIOCLEX: 0x5451, TCGETS: 0x5401, FIONREAD: 0x541b } as const;
const FCNTL = { F_DUPFD: 0, F_GETFD: 1, F_SETFD: 2, F_GETFL: 3, F_SETFL: 4, F_DUPFD_CLOEXEC: 1030 };
const PRCTL = { PR_SET_NAME: 15, PR_GET_NAME: 16, PR_GET_DUMPABLE: 3, PR_SET_VMA: 0x53564d41 };
/** Negative numbers are clocks of processes and devices: how much time another process has used, by its number. */
const NOT_OF_ALL = 0x8000_0000;
/** Of its wire: kind, fault, buffers. `SO_PEERPIDFD` would be a handle of the host. */
const SOCKET_OPTIONS = { SO_TYPE: 3, SO_ERROR: 4, SO_SNDBUF: 7, SO_RCVBUF: 8, SO_ACCEPTCONN: 30 };
const SOL_SOCKET = 1;

/** The seccomp program of a process that runs code of ours on data of strangers: an allow list. */
export function writeRunnerFilter(parts: RunnerFilterParts): Uint8Array {
  const rules: FilterRule[] = [];
  const add = (call: SystemCall, rule: Omit<FilterRule, 'call'>): void => {
    const number = callNumber(call, parts.arch);
    if (number !== undefined) rules.push({ call: number, ...rule });
  };
  const allowed = parts.listsFolders ? [...ALLOWED, 'getdents64' as const] : ALLOWED;
  for (const call of allowed) add(call, { tests: [], otherwise: 'allow' });
  for (const [call, tests] of testedCalls(parts)) add(call, { tests, otherwise: { errno: EPERM } });
  // C libraries take `clone` if this one does not exist, and a filter cannot look into its arguments.
  add('clone3', { tests: [], otherwise: { errno: ENOSYS } });
  return writeFilter({
    ...{ auditArch: AUDIT_ARCH[parts.arch], rules, newestCall: NEWEST_KNOWN_CALL },
    others: { errno: EPERM },
  });
}

function testedCalls({
  pid,
  execPass,
}: RunnerFilterParts): readonly [SystemCall, ArgumentTest[]][] {
  const ownProcess = { argument: 0, isOneOf: [pid] };
  const clock = { argument: 0, hasNoneOf: NOT_OF_ALL };
  const option = { argument: 2, isOneOf: Object.values(SOCKET_OPTIONS) };
  return [
    ['clock_gettime', [clock]],
    ['clock_getres', [clock]],
    ['clock_nanosleep', [clock]],
    ['getsockopt', [{ argument: 1, isOneOf: [SOL_SOCKET] }, option]],
    ['clone', [{ argument: 0, has: THREAD_NEEDS, within: THREAD_FLAGS }]],
    ['openat', [{ argument: 2, hasNoneOf: NOT_READING }]],
    ['open', [{ argument: 1, hasNoneOf: NOT_READING }]],
    ['ioctl', [{ argument: 1, isOneOf: Object.values(IOCTL) }]],
    ['fcntl', [{ argument: 1, isOneOf: Object.values(FCNTL) }]],
    ['prctl', [{ argument: 0, isOneOf: Object.values(PRCTL) }]],
    ['prlimit64', [{ argument: 0, isOneOf: [0, pid] }]],
    ['kill', [ownProcess]],
    ['tgkill', [ownProcess]],
    ['execve', execPass.map((equals, at) => ({ argument: at + 3, equals }))],
  ];
}
