export { decode, encode, toASCII, toUnicode, ucs2, version } from 'unenv/node/punycode';
