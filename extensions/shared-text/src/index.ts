export { cutAfter, cutBefore } from './cut-safely.ts';
export { JSON_BUDGET, jsonLength } from './json-length.ts';
export { countOf, groupDigits, omissionMarker } from './omission-marker.ts';
export { readArgument } from './read-argument.ts';
export { showInline } from './show-inline.ts';
export { utf8Length } from './utf8-length.ts';
export { withShorterValue } from './with-shorter-value.ts';
