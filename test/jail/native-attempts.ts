/** One thing that native code in a runner might try on Linux x64. */
export interface NativeAttempt {
  readonly what: string;
  readonly number: number;
  readonly args: readonly (
    | number
    | string
    | { readonly bytes: readonly number[] }
    | { readonly room: number }
  )[];
  /** How the kernel says no. */
  readonly errno: keyof typeof ERRNO;
  /** It would end or change the process that tries it, so it is tried only where it must fail. */
  readonly isJailedOnly?: true;
}

export const ERRNO = { EPERM: 1, EACCES: 13, ENOSYS: 38 } as const;

/** Who is attacked: another process, and a file and a folder of the operator. */
export interface Victims {
  readonly pid: number;
  readonly file: string;
  readonly folder: string;
}

const AT_FDCWD = -100;
const O_DIRECTORY = 0o200000;
const O_PATH = 0o10000000;
const O_TMPFILE = 0o20200002;
const WIRE = 3;
const CLONE_NEWUSER = 0x1000_0000;
const CLONE_NEWNET = 0x4000_0000;
const SIGCHLD = 17;
const PTRACE_SEIZE = 0x4206;
/** Of nothing that exists: what is made outlives the test. */
const IPC_KEY = 0x6d6f_7274;
const INET = { bytes: [2, 0, 0, 9, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0] };

/** At least the families of the contract: files, processes, network, privileges, shared memory, kernel. */
export function nativeAttempts(victims: Victims): readonly NativeAttempt[] {
  return [
    ...reading(victims),
    ...writing(victims),
    ...starting(),
    ...meddling(victims),
    ...networking(),
    ...becoming(),
    ...kernel(),
    ...newerCalls(victims),
  ];
}

function attempt(
  what: string,
  number: number,
  args: NativeAttempt['args'] = [],
  errno: NativeAttempt['errno'] = 'EPERM',
): NativeAttempt {
  return { what, number, args, errno };
}

function open(what: string, path: string, flags = 0): NativeAttempt {
  return attempt(what, 257, [AT_FDCWD, path, flags, 0o600], flags === 0 ? 'EACCES' : 'EPERM');
}

function reading({ pid, file, folder }: Victims): readonly NativeAttempt[] {
  return [
    open('reads /etc/passwd', '/etc/passwd'),
    open('reads a file of the operator', file),
    open('reads the environment of another process', `/proc/${pid}/environ`),
    open('reads the memory map of another process', `/proc/${pid}/maps`),
    open('reads the memory of another process', `/proc/${pid}/mem`),
    open('reads its own environment file', '/proc/self/environ'),
    open('reads the memory file of itself', '/proc/self/mem'),
    open('reads kernel settings', '/proc/sys/kernel/hostname'),
    open('reads devices', '/dev/zero'),
    { ...open('lists the root folder', '/', O_DIRECTORY), errno: 'EACCES' },
    { ...open('lists processes', '/proc', O_DIRECTORY), errno: 'EACCES' },
    { ...open('lists a folder of the operator', folder, O_DIRECTORY), errno: 'EACCES' },
    open('holds on to a path', '/etc/passwd', O_PATH),
    attempt('opens by the older call', 2, ['/etc/passwd', 0, 0], 'EACCES'),
    attempt('opens by the newer call', 437, [AT_FDCWD, '/etc/passwd', { room: 24 }, 24]),
    attempt('opens by a handle', 304, [AT_FDCWD, { room: 16 }, 0]),
    attempt('reads extended attributes', 191, [file, 'user.x', { room: 16 }, 16]),
    attempt('watches files', 294),
    attempt('looks at file systems', 137, ['/', { room: 256 }]),
  ];
}

function writing({ file, folder }: Victims): readonly NativeAttempt[] {
  return [
    open('writes a file of the operator', file, 1),
    open('appends to a file of the operator', file, 0o2001),
    open('creates a file', `${folder}/new`, 0o101),
    open('creates a file without a name', folder, O_TMPFILE),
    open('writes its own memory file', '/proc/self/mem', 2),
    attempt('creates by the older call', 85, [`${folder}/old`, 0o600]),
    attempt('truncates a file', 76, [file, 1]),
    attempt('makes a folder', 83, [`${folder}/dir`, 0o700]),
    attempt('makes a link', 86, [file, `${folder}/link`]),
    attempt('makes a symbolic link', 88, [file, `${folder}/symlink`]),
    attempt('makes a device', 133, [`${folder}/fifo`, 0o10600, 0]),
    attempt('changes the mode of a file', 90, [file, 0o600]),
    attempt('changes the owner of a file', 92, [file, -1, -1]),
    attempt('changes the times of a file', 280, [AT_FDCWD, file, 0, 0]),
    attempt('renames a file', 82, [`${folder}/spare`, `${folder}/moved`]),
    attempt('removes a file', 87, [`${folder}/moved`]),
    attempt('changes its folder', 80, ['/']),
  ];
}

function starting(): readonly NativeAttempt[] {
  return [
    attempt('forks', 57),
    attempt('clones itself', 56, [SIGCHLD]),
    attempt('clones itself by the newer call', 435, [{ room: 88 }, 88], 'ENOSYS'),
    { ...attempt('forks sharing memory', 58), isJailedOnly: true },
    { ...attempt('runs a program', 59, ['/bin/true', 0, 0]), isJailedOnly: true },
    { ...attempt('runs Node again', 59, [process.execPath, 0, 0]), isJailedOnly: true },
    {
      ...attempt('runs a program by the newer call', 322, [AT_FDCWD, '/bin/true', 0, 0, 0]),
      isJailedOnly: true,
    },
  ];
}

function meddling({ pid }: Victims): readonly NativeAttempt[] {
  const vector = { bytes: [...new Array(16).fill(0)] };
  return [
    attempt('signals another process', 62, [pid, 0]),
    attempt('signals all processes', 62, [-1, 0]),
    attempt('signals its group', 62, [0, 0]),
    attempt('signals a thread of another process', 234, [pid, pid, 0]),
    attempt('signals a thread by its number', 200, [pid, 0]),
    attempt('queues a signal', 129, [pid, 0, { room: 128 }]),
    attempt('traces another process', 101, [PTRACE_SEIZE, pid, 0, 0]),
    attempt('reads the memory of another process at once', 310, [pid, vector, 1, vector, 1, 0]),
    attempt('writes the memory of another process', 311, [pid, vector, 1, vector, 1, 0]),
    attempt('gets a handle of another process', 434, [pid, 0]),
    attempt('takes a descriptor of another process', 438, [WIRE, 0, 0]),
    attempt('compares itself with another process', 312, [pid, pid, 0, 0, 0]),
    attempt('changes the limits of another process', 302, [pid, 7, 0, { room: 16 }]),
    attempt('changes the priority of another process', 141, [0, pid, 10]),
    attempt('moves another process to another core', 203, [
      pid,
      8,
      { bytes: [3, 0, 0, 0, 0, 0, 0, 0] },
    ]),
    attempt('waits for a child', 61, [-1, 0, 1, 0]),
  ];
}

function networking(): readonly NativeAttempt[] {
  const families = [
    ...([
      ['TCP', 2, 1],
      ['UDP', 2, 2],
      ['raw IP', 2, 3],
      ['TCP over IPv6', 10, 1],
    ] as const),
    ...([
      ['UDP over IPv6', 10, 2],
      ['a Unix socket', 1, 1],
      ['netlink', 16, 3],
    ] as const),
    ...([
      ['packets', 17, 3],
      ['a virtual machine’s socket', 40, 1],
    ] as const),
    ...([
      ['kernel cryptography', 38, 5],
      ['Bluetooth', 31, 3],
      ['XDP', 44, 3],
    ] as const),
  ];
  return [
    ...families.map(([what, family, type]) => attempt(`opens ${what}`, 41, [family, type, 0])),
    attempt('makes a pair of sockets', 53, [1, 1, 0, { room: 8 }]),
    attempt('connects the wire elsewhere', 42, [WIRE, INET, 16]),
    attempt('binds the wire', 49, [WIRE, INET, 16]),
    attempt('listens on the wire', 50, [WIRE, 1]),
    attempt('accepts on the wire', 288, [WIRE, 0, 0, 0]),
    attempt('sends with descriptors', 46, [WIRE, { room: 56 }, 0x40]),
    attempt('receives with descriptors', 47, [WIRE, { room: 56 }, 0x40]),
    attempt('sends to an address', 44, [WIRE, { room: 8 }, 0, 0x40, INET, 16]),
    attempt('sets an option of the wire', 54, [WIRE, 1, 2, { bytes: [1, 0, 0, 0] }, 4]),
  ];
}

function becoming(): readonly NativeAttempt[] {
  return [
    attempt('gets a user namespace', 272, [CLONE_NEWUSER]),
    attempt('gets a network namespace', 272, [CLONE_NEWNET]),
    attempt('joins a namespace', 308, [WIRE, 0]),
    attempt('becomes root', 117, [0, 0, 0]),
    attempt('joins group 0', 119, [0, 0, 0]),
    attempt('changes its groups', 116, [0, 0]),
    attempt('takes capabilities', 126, [{ room: 8 }, { room: 24 }]),
    attempt('may be traced', 157, [0x59616d61, -1]),
    attempt('may be dumped', 157, [4, 1]),
    attempt('outlives the host', 157, [1, 0]),
    attempt('changes its personality', 135, [0xffff_ffff]),
    attempt('leaves its session', 112),
    attempt('leaves its root', 161, ['/']),
    attempt('mounts', 165, [0, 0, 0, 0, 0]),
    attempt('unmounts', 166, ['/nowhere', 0]),
    attempt('swaps its root', 155, ['/', '/']),
    attempt('opens a mount tree', 428, [AT_FDCWD, '/', 0]),
    attempt('opens a file system', 430, ['tmpfs', 0]),
  ];
}

function kernel(): readonly NativeAttempt[] {
  return [
    attempt('sets up io_uring', 425, [1, { room: 120 }]),
    attempt('loads a BPF program', 321, [0, 0, 0]),
    attempt('handles page faults', 323, [1]),
    attempt('counts events', 298, [{ room: 128 }, 0, -1, -1, 0]),
    attempt('reads its key rings', 250, [0, -3, 0]),
    attempt('adds a key', 248, ['user', 'mortise', 'x', 1, -2]),
    attempt('asks for a key', 249, ['user', 'mortise', 0, 0]),
    attempt('makes a file in memory', 319, ['x', 0]),
    attempt('opens shared memory', 29, [IPC_KEY, 4_096, 0]),
    attempt('opens a semaphore', 64, [IPC_KEY, 1, 0]),
    attempt('opens a queue', 68, [IPC_KEY, 0]),
    attempt('opens a named queue', 240, ['mortise', 0, 0, 0]),
    attempt('adds another filter', 317, [1, 0, 0]),
    attempt('makes rules for files', 444, [0, 0, 1]),
    attempt('loads a module', 175, [0, 0, '']),
    attempt('reads the log of the kernel', 103, [10, 0, 0]),
    attempt('sets the clock', 227, [99, { room: 16 }]),
    attempt('reboots', 169, [0, 0, 0, 0]),
    attempt('reaches ports', 172, [0]),
    attempt('types for a terminal', 16, [0, 0x5412, 'x']),
    attempt('has signals sent for it', 72, [WIRE, 8, 1]),
    attempt('joins pipes', 275, [0, 0, 1, 0, 0, 0]),
    attempt('calls what is not known yet', 600, [], 'ENOSYS'),
  ];
}

/** What kernels have had since about 2019, and older calls that are seldom thought of. */
function newerCalls({ pid, file, folder }: Victims): readonly NativeAttempt[] {
  const notYet = 'ENOSYS';
  return [
    attempt('adds a rule for files', 445, [WIRE, 1, { room: 16 }, 0]),
    attempt('holds itself to other rules for files', 446, [WIRE, 0]),
    attempt('signals by a handle', 424, [WIRE, 0, 0, 0]),
    attempt('waits for a process by its number', 247, [1, pid, { room: 128 }, 5, 0]),
    {
      ...attempt('runs a file in memory', 322, [WIRE, '', 0, 0, 0x1000]),
      isJailedOnly: true,
    },
    attempt('makes memory that the kernel cannot see', 447),
    attempt('seals its memory', 462),
    attempt('takes hold of a file by a handle', 303, [
      AT_FDCWD,
      file,
      { room: 160 },
      { room: 8 },
      0,
    ]),
    attempt('watches a file system', 300),
    attempt('watches a folder', 254, [WIRE, folder, 1]),
    attempt('lists mounts', 458, [{ room: 32 }, { room: 512 }, 64, 0]),
    attempt('looks at a mount', 457, [{ room: 32 }, { room: 512 }, 512, 0]),
    attempt('asks for quotas', 179, [0x8000_0100, 0, 0, { room: 128 }]),
    attempt('asks for quotas by a descriptor', 443, [WIRE, 0, 0, 0]),
    attempt('asks what of a file is in memory', 451, [WIRE, { room: 16 }, { room: 40 }, 0]),
    attempt('advises another process', 440, [WIRE, { room: 16 }, 1, 4, 0]),
    attempt('takes the memory of another process', 448, [WIRE, 0]),
    attempt('moves the memory of another process', 279, [pid, 0, 0, 0, 0, 0]),
    attempt('reads the list of locks of another process', 274, [pid, { room: 8 }, { room: 8 }]),
    attempt('reads how much time another process used', 228, [(~pid << 3) | 2, { room: 16 }]),
    attempt('waits until another process used time', 230, [
      (~pid << 3) | 2,
      0,
      { room: 16 },
      { room: 16 },
    ]),
    attempt('gets a handle of the host by its wire', 55, [
      WIRE,
      1,
      77,
      { room: 4 },
      { bytes: [4, 0, 0, 0] },
    ]),
    attempt('waits on many words', 449, [{ room: 64 }, 1, 0, 0, 0]),
    attempt('wakes by the newer call', 454, [{ room: 8 }, 1, 1, 2]),
    attempt('sends many', 307, [WIRE, { room: 64 }, 1, 0x40]),
    attempt('locks what it has open', 73, [WIRE, 8]),
    attempt('sets up a timer', 222, [0, 0, { room: 8 }]),
    attempt('becomes the parent of orphans', 157, [36, 1]),
    attempt('has its calls handed back', 157, [59, 0, 0, 0, 0]),
    attempt('shares a core with another process', 157, [62, 1, pid, 1, 0]),
    attempt('queues old requests', 206, [1, { room: 8 }]),
    attempt('asks which modules guard it', 461, [{ room: 64 }, { room: 8 }, 0]),
    attempt('changes how a mount is', 442, [AT_FDCWD, '/', 0, { room: 32 }, 32]),
    attempt('lists namespaces', 470, [{ room: 32 }, { room: 64 }, 8, 0], notYet),
    attempt(
      'sets attributes by the newest call',
      463,
      [AT_FDCWD, file, 0, 'user.x', { room: 32 }, 32],
      notYet,
    ),
    attempt('opens a mount tree with attributes', 467, [AT_FDCWD, '/', 0, 0, 0], notYet),
  ];
}
