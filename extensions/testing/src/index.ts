export { openToolHost, type ToolHost, type ToolHostOptions } from './open-tool-host.ts';
