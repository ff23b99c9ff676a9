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
