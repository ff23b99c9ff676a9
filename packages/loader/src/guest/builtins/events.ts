import emitter from 'events/';

export const EventEmitter = emitter;
export const { once, defaultMaxListeners, listenerCount } = emitter;
export default emitter;
