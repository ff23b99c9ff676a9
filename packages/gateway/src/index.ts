export type { GatewayLimits, GatewayOptions } from './http/gateway-options.ts';
export { GATEWAY_LIMITS } from './http/gateway-options.ts';
export { describeApi } from './http/open-api.ts';
export { API_ROUTES } from './http/routes/api-routes.ts';
export { type Gateway, startGateway } from './http/start-gateway.ts';
export type { McpOptions } from './mcp/mcp-options.ts';
export { type ServeStdioOptions, serveStdio } from './mcp/serve-stdio.ts';
export { SESSION_HEADER } from './mcp/session-key.ts';
