import posixPath from 'path-browserify';

export const {
  basename,
  delimiter,
  dirname,
  extname,
  format,
  isAbsolute,
  join,
  normalize,
  parse,
  relative,
  resolve,
  sep,
} = posixPath;
export const posix = posixPath;
