export { decode, encode, escape, parse, stringify, unescape } from 'unenv/node/querystring';
