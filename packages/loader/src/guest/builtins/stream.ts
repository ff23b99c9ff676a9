import Stream from 'readable-stream/lib/stream.js';

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
  isDisturbed,
  isErrored,
  isReadable,
  pipeline,
  promises,
  getDefaultHighWaterMark,
  setDefaultHighWaterMark,
} = Stream;
export { Stream };
export default Stream;
