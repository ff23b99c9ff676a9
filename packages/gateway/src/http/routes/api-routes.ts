import type { ApiRoute } from '../api-route.ts';
import { AGENT_ROUTES } from './agent-routes.ts';
import { APPROVAL_ROUTES } from './approval-routes.ts';
import { AUDIT_ROUTES } from './audit-routes.ts';
import { CALL_ROUTES } from './call-routes.ts';
import { CONFIG_EDIT_ROUTES } from './config-edit-routes.ts';
import { CONFIG_ROUTES } from './config-routes.ts';
import { CONSOLE_ROUTES } from './console-routes.ts';
import { COST_ROUTES } from './cost-routes.ts';
import { EVENT_ROUTES } from './event-routes.ts';
import { EXTENSION_ROUTES } from './extension-routes.ts';
import { EXTENSION_UPDATE_ROUTES } from './extension-update-routes.ts';
import { HEALTH_ROUTES } from './health-routes.ts';
import { MATRIX_ROUTES } from './matrix-routes.ts';
import { RATE_ROUTES } from './rate-routes.ts';
import { RULE_ROUTES } from './rule-routes.ts';
import { RUNNER_ROUTES } from './runner-routes.ts';
import { SERVER_ROUTES } from './server-routes.ts';
import { SESSION_ROUTES } from './session-routes.ts';
import { STOP_ROUTES } from './stop-routes.ts';
import { TOKEN_ROUTES } from './token-routes.ts';
import { TOOL_ROUTES } from './tool-routes.ts';

/** Everything the API answers to. */
export const API_ROUTES: readonly ApiRoute[] = [
  ...HEALTH_ROUTES,
  ...SERVER_ROUTES,
  ...AGENT_ROUTES,
  ...RULE_ROUTES,
  ...TOOL_ROUTES,
  ...EXTENSION_ROUTES,
  ...EXTENSION_UPDATE_ROUTES,
  ...SESSION_ROUTES,
  ...CALL_ROUTES,
  ...APPROVAL_ROUTES,
  ...CONFIG_ROUTES,
  ...CONFIG_EDIT_ROUTES,
  ...TOKEN_ROUTES,
  ...AUDIT_ROUTES,
  ...STOP_ROUTES,
  ...CONSOLE_ROUTES,
  ...EVENT_ROUTES,
  ...MATRIX_ROUTES,
  ...COST_ROUTES,
  ...RUNNER_ROUTES,
  ...RATE_ROUTES,
];
