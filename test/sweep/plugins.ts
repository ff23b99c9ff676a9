/** A published OpenClaw plugin with tools: what it is configured with, and one call of a tool of it. */
export interface PluginCase {
  /** As npm names it. */
  readonly name: string;
  /** `$URL` in a text is the address of the loopback server. */
  readonly config?: { readonly [key: string]: unknown };
  /** Where its server must be, if its code leaves no choice. */
  readonly port?: number;
  readonly call?: PluginCall;
  /** Why no call can be answered here: what it needs beside grants. */
  readonly needs?: string;
}

export interface PluginCall {
  readonly tool: string;
  readonly args: { readonly [key: string]: unknown };
  /** What the server answers. */
  readonly reply?: unknown;
  /** Stands in an answer that is right; read by a person once. */
  readonly says: string;
}

export const PLUGINS: readonly PluginCase[] = [
  {
    name: '@openclaw/kitchen-sink',
    call: { tool: 'kitchen_sink_text', args: { prompt: 'hello' }, says: '"prompt":"hello"' },
  },
  {
    name: '@ollama/openclaw-web-search',
    port: 11434,
    call: {
      tool: 'ollama_web_search',
      args: { query: 'mortise' },
      reply: { results: [{ title: 't', url: 'https://example.com', content: 'c' }] },
      says: '1. t\n   https://example.com\n   c',
    },
  },
  {
    name: '@mem0/openclaw-mem0',
    config: { apiKey: 'k', userId: 'u', baseUrl: '$URL' },
    call: {
      tool: 'memory_search',
      args: { query: 'tea' },
      reply: { status: 'ok', org_id: 'o', project_id: 'p', user_email: 'e', results: [] },
      says: 'No relevant memories found.',
    },
  },
  { name: '@hyperspell/openclaw-hyperspell' },
  { name: '@getplumb/plumb' },
  { name: '@karmaniverous/jeeves-runner-openclaw' },
  {
    name: '@askjo/camofox-browser',
    config: { url: '$URL', autoStart: false },
    call: { tool: 'camofox_list_tabs', args: {}, reply: { tabs: [] }, says: '"tabs": []' },
  },
  {
    name: '@f4bioo/berry-shield',
    call: {
      ...{ tool: 'berry_check', args: { operation: 'exec', target: 'ls' } },
      says: 'STATUS: ALLOWED ✓\nOPERATION: exec\nTARGET: ls',
    },
  },
  {
    name: '@laurentenhoor/devclaw',
    call: { tool: 'workflow_guide', args: {}, says: '# Workflow Configuration Guide' },
  },
  {
    name: '@partme.ai/openclaw-meituan',
    config: {
      ...{ enabled: true, developerId: '123', signKey: 'k', appAuthToken: 't', apiBaseUrl: '$URL' },
      // No sender is known to be the owner here; who may use it is for the operator to say.
      ownerOnly: false,
      operations: [{ name: 'shop', apiPath: '/shop/get', businessId: 1, riskLevel: 'read' }],
    },
    call: {
      tool: 'meituan_openapi_invoke',
      args: { operation: 'shop', biz: {} },
      reply: { code: 'OP_SUCCESS', data: {} },
      says: '"success":true',
    },
  },
  {
    name: '@robertogongora/graphiti',
    config: { url: '$URL', debug: false },
    call: {
      tool: 'graphiti_search',
      args: { query: 'tea' },
      reply: { facts: [{ uuid: 'u', name: 'LIKES', fact: 'Ann likes tea', valid_at: null }] },
      says: '1. **LIKES**: Ann likes tea [ongoing]',
    },
  },
  { name: '@larksuite/openclaw-lark', needs: 'its tools need an account of Lark' },
  { name: '@wecom/wecom-openclaw-plugin', needs: 'its tool needs an account of WeCom' },
  { name: '@mocrane/wecom', needs: 'its tool needs an account of WeCom' },
  { name: '@soimy/dingtalk', needs: 'its tool needs an account of DingTalk' },
  {
    name: '@openclaw/feishu',
    config: { appId: 'cli_a', appSecret: 's', domain: '$URL' },
    needs: 'its tools ask OpenClaw itself what a channel may read',
  },
  {
    name: '@openclaw/zalouser',
    call: { tool: 'zalouser', args: { action: 'status' }, says: 'not authenticated' },
  },
  // Its reminders answer an error text here: `callGatewayTool('cron.…')` asks the gateway itself.
  {
    name: '@openclaw/qqbot',
    needs: "one tool needs OpenClaw's own scheduler, the other an account of QQ",
  },
  { name: '@openclaw/whatsapp' },
  { name: '@openclaw/clickclack' },
  {
    name: '@openclaw/codex',
    config: { supervision: { enabled: true } },
    needs: 'its tools need a Codex app server',
  },
];
