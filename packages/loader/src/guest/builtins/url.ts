export {
  domainToASCII,
  domainToUnicode,
  fileURLToPath,
  format,
  parse,
  pathToFileURL,
  resolve,
  resolveObject,
  urlToHttpOptions,
} from 'unenv/node/url';
export const URL = globalThis.URL;
export const URLSearchParams = globalThis.URLSearchParams;

/** The old shape of a parsed address; code asks for the class to compare with it. */
export class Url {}
