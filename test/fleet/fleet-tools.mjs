/** An extension for the tests of fleets: tools that leave a mark in a store of the host, so that each run of theirs is counted. */
const say = (text) => ({ content: [{ type: 'text', text: String(text) }] });

const mark = async (ctx, name) => {
  await ctx.storage.set(`${name}:${ctx.callId}:${Math.random()}`, 1);
};

export default (api) => {
  const tool = (name, execute, more = {}) =>
    api.registerTool({
      ...{ name, description: name, parameters: { type: 'object' } },
      ...{ capabilities: { storage: { reason: 'counts its runs' } }, execute },
      ...more,
    });
  tool('echo', (_id, { text }) => say(text));
  tool('large', (_id, { chars }) => say('é'.repeat(chars)));
  tool('size', (_id, { text }) => say(text.length));
  tool('marked', async (_id, params, ctx) => {
    await mark(ctx, 'marked');
    return say(params.text ?? 'marked');
  });
  tool('marked_wait', async (_id, { ms }, ctx) => {
    await mark(ctx, 'wait');
    await ctx.sleep(ms);
    return say('waited');
  });
  tool(
    'again',
    async (_id, { ms }, ctx) => {
      await mark(ctx, 'again');
      await ctx.sleep(ms);
      return say(ctx.callId);
    },
    { idempotent: true },
  );
  tool('secret', async (_id, _params, ctx) => say(await ctx.storage.get('secret')));
  tool('asks_large_then_small', async (_id, { isAwaited }, ctx) => {
    const asked = [ctx.storage.set('large', 'é'.repeat(400_000)), ctx.storage.set('small', 1)];
    if (isAwaited) await Promise.all(asked);
    return say('asked');
  });
  tool('logs', (_id, _params, ctx) => {
    ctx.log.info('a line of the guest');
    return say('logged');
  });
};
