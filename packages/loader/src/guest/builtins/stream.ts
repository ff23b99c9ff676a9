import Stream from 'readable-stream/lib/stream.js';
import * as web from '../streams/web-adapters.ts';

Object.assign(Stream.Readable, { fromWeb: web.readableFromWeb, toWeb: web.readableToWeb });
Object.assign(Stream.Writable, { fromWeb: web.writableFromWeb, toWeb: web.writableToWeb });
Object.assign(Stream.Duplex, { fromWeb: web.duplexFromWeb, toWeb: web.duplexToWeb });

export const {
  Readable,
  Writable,
  Duplex,
  Transform,
  PassThrough,
  addAbortSignal,
  compose,
  destroy,
  finished,
  isDestroyed,
  isDisturbed,
  isErrored,
  isReadable,
  isWritable,
  pipeline,
  promises,
  getDefaultHighWaterMark,
  setDefaultHighWaterMark,
} = Stream;
export { Stream };
export default Stream;
