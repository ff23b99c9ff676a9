import './agents.css';
import { route } from '../../data/route.ts';
import { AgentList } from './agent-list.tsx';
import { AgentView } from './agent-view.tsx';

/** The agents; with one of them in the address, that one. */
export function AgentsView() {
  const [, agent] = route.value.parts;
  return agent === undefined ? <AgentList /> : <AgentView key={agent} agent={agent} />;
}
