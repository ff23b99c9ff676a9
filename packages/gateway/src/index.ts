export { rotateApiToken } from './http/api-token.ts';
export { endConsoleSessions, type SignInLink } from './http/console/console-sessions.ts';
export { FIXED_ROUTES, type FixedRoute } from './http/fixed-routes.ts';
export type { GatewayLimits, GatewayOptions } from './http/gateway-options.ts';
export { GATEWAY_LIMITS } from './http/gateway-options.ts';
export { type HealthReport, reportHealth } from './http/health-report.ts';
export type { KeepSwitch, KeptSwitch, SwitchTarget } from './http/keep-switch.ts';
export { describeApi } from './http/open-api.ts';
export type {
  ConfigWish,
  FileRefusal,
  OperatorFiles,
  SavedConfig,
} from './http/operator-files.ts';
export { API_ROUTES } from './http/routes/api-routes.ts';
export { type Gateway, startGateway } from './http/start-gateway.ts';
export type { McpOptions } from './mcp/mcp-options.ts';
export { type ServeStdioOptions, serveStdio } from './mcp/serve-stdio.ts';
export { SESSION_HEADER } from './mcp/session-key.ts';
export { mountConfiguredServers } from './mcp-client/mount-configured-servers.ts';
export { type McpMount, mountMcpServers } from './mcp-client/mount-mcp-servers.ts';
export type { MountOptions } from './mcp-client/mount-options.ts';
