const TEXTS: { readonly [code: string]: readonly [errno: number, text: string] } = {
  EPERM: [-1, 'operation not permitted'],
  ENOENT: [-2, 'no such file or directory'],
  EBADF: [-9, 'bad file descriptor'],
  EACCES: [-13, 'permission denied'],
  EEXIST: [-17, 'file already exists'],
  ENOTDIR: [-20, 'not a directory'],
  EISDIR: [-21, 'illegal operation on a directory'],
  EINVAL: [-22, 'invalid argument'],
  EFBIG: [-27, 'file too large'],
  ENOSPC: [-28, 'no space left on device'],
  EROFS: [-30, 'read-only file system'],
  ENAMETOOLONG: [-36, 'name too long'],
  ENOTEMPTY: [-39, 'directory not empty'],
  ELOOP: [-40, 'too many symbolic links encountered'],
  EIO: [-5, 'i/o error'],
};

export interface FileFault {
  readonly code: string;
  readonly syscall: string;
  readonly path: string;
  readonly dest?: string;
  /** What else is to be known, such as the command that would grant it. */
  readonly detail?: string;
}

/** An error as Node throws it. */
export function fileError(fault: FileFault): Error {
  const { code, syscall, path, dest, detail } = fault;
  const [errno, text] = TEXTS[code] ?? [-5, 'i/o error'];
  const to = dest === undefined ? '' : ` -> '${dest}'`;
  const why = detail === undefined ? '' : ` (${detail})`;
  const message = `${code}: ${text}, ${syscall} '${path}'${to}${why}`;
  return Object.assign(new Error(message), {
    ...{ errno, code, syscall, path },
    ...(dest !== undefined && { dest }),
  });
}
