/**
 * The part of the contracts that needs no schema library: the table of codes, and how text is shown.
 * A process that runs for one piece of work imports this (`@mortise/contracts/plain`); the schemas
 * of the index take 0.3 s of CPU time to load, ten times as long as the bundler itself.
 */

export { ERROR_CODES } from './error-codes.ts';
export { ownPropertiesOnly } from './json/own-properties.ts';
export { MortiseError } from './mortise-error.ts';
export { EXTENSION_ID_PATTERN } from './names.ts';
export { SERVE_SETTING_NAMES, SETTINGS } from './settings.ts';
export { shellWord } from './text/shell-word.ts';
export { showHidden, showOnOneLine, visibleJson } from './text/show-hidden.ts';
