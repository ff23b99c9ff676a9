/** A published OpenClaw plugin with tools: what it is configured with, and one call of a tool of it. */
export interface PluginCase {
  /** As npm names it. */
  readonly name: string;
  /** `$URL` in a text is the address of the loopback server. */
  readonly config?: { readonly [key: string]: unknown };
  readonly call?: PluginCall;
  /** Why no call can be answered here: what it needs beside grants. */
  readonly needs?: string;
}

export interface PluginCall {
  readonly tool: string;
  readonly args: { readonly [key: string]: unknown };
  /** What the server answers. */
  readonly reply?: unknown;
}

export const PLUGINS: readonly PluginCase[] = [
  {
    name: '@openclaw/kitchen-sink',
    call: { tool: 'kitchen_sink_text', args: { prompt: 'hello' } },
  },
  { name: '@ollama/openclaw-web-search' },
  { name: '@mem0/openclaw-mem0' },
  { name: '@hyperspell/openclaw-hyperspell' },
  { name: '@getplumb/plumb' },
  { name: '@karmaniverous/jeeves-runner-openclaw' },
  { name: '@askjo/camofox-browser' },
  { name: '@f4bioo/berry-shield' },
  { name: '@laurentenhoor/devclaw' },
  { name: '@partme.ai/openclaw-meituan' },
  { name: '@larksuite/openclaw-lark' },
  { name: '@wecom/wecom-openclaw-plugin' },
  { name: '@soimy/dingtalk' },
  { name: '@openclaw/feishu' },
  { name: '@openclaw/zalouser' },
  { name: '@openclaw/qqbot' },
  { name: '@openclaw/whatsapp' },
  { name: '@openclaw/clickclack' },
  { name: '@openclaw/codex' },
];
