import type { OpenLane } from './lane.ts';

interface LaneEntry {
  readonly title: string;
  /** Shown for comparison; no ratio is taken of it. */
  readonly isBackdrop?: true;
  readonly load: () => Promise<OpenLane>;
}

/** In running order: those that Mortise is measured against run right before and after it. */
export const LANES = {
  direct: {
    title: 'direct function call',
    isBackdrop: true,
    load: async () => (await import('./lanes/direct.ts')).openDirect,
  },
  worker: {
    title: 'worker_threads echo',
    isBackdrop: true,
    load: async () => (await import('./lanes/worker-echo.ts')).openWorkerEcho,
  },
  quickjs: {
    title: 'quickjs-emscripten, in process',
    isBackdrop: true,
    load: async () => (await import('./lanes/quickjs.ts')).openQuickjs,
  },
  applySync: {
    title: 'bare isolate, applySync',
    isBackdrop: true,
    load: async () => (await import('./lanes/bare-isolate.ts')).openApplySync,
  },
  mcp: {
    title: 'MCP stdio server, through its SDK',
    load: async () => (await import('./lanes/mcp-stdio.ts')).openMcpStdio,
  },
  ipc: {
    title: 'child process, IPC echo',
    load: async () => (await import('./lanes/ipc-echo.ts')).openIpcEcho,
  },
  mortise: {
    title: 'Mortise, full pipeline',
    load: async () => (await import('./lanes/mortise.ts')).openMortise,
  },
  apply: {
    title: 'bare isolate, apply',
    load: async () => (await import('./lanes/bare-isolate.ts')).openApply,
  },
  mortiseAsync: {
    title: 'Mortise, tool is an async function',
    load: async () => (await import('./lanes/mortise.ts')).openMortiseAsync,
  },
  applyAsync: {
    title: 'bare isolate, apply, async function',
    load: async () => (await import('./lanes/bare-isolate.ts')).openApplyAsync,
  },
} as const satisfies Record<string, LaneEntry>;

export type LaneName = keyof typeof LANES;

export const LANE_NAMES = Object.keys(LANES) as readonly LaneName[];

export function isLaneName(name: string): name is LaneName {
  return Object.hasOwn(LANES, name);
}
