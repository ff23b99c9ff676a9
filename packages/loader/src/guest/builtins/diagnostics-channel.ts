export {
  Channel,
  channel,
  hasSubscribers,
  subscribe,
  tracingChannel,
  unsubscribe,
} from 'unenv/node/diagnostics_channel';
