/** Where an extension finds its own files; none of these is a path of the machine. */
export const PACKAGE = '/extension';
/** The state folder: what is written here is there again in a later call. */
export const HOME = '/state';
export const TEMPORARY = '/state/tmp';
