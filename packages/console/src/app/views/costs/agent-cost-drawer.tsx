import type { AgentCostsAnswer } from '../../data/answers.ts';
import { ask, path } from '../../data/api.ts';
import { useResource } from '../../data/resource.ts';
import { linkTo } from '../../data/route.ts';
import { may } from '../../data/session.ts';
import { Empty, Loaded } from '../../design/feedback.tsx';
import { Foreign, ForeignCode } from '../../design/foreign.tsx';
import { Drawer } from '../../design/overlay.tsx';
import { count, day, tokens } from '../../design/words.ts';
import { Recorded } from './costs-view.tsx';
import { TokenChart } from './token-chart.tsx';

/** The tools of one agent, dearest first, with how often each was called. */
export function AgentCostDrawer({
  agent,
  onClose,
}: {
  readonly agent: string;
  readonly onClose: () => void;
}) {
  const { state, reload } = useResource<AgentCostsAnswer>({
    key: agent,
    topics: ['changed'],
    load: (signal) => ask(path`/api/agents/${agent}/costs`, { signal }),
  });
  return (
    <Drawer title={<Foreign text={agent} isOneLine />} onClose={onClose}>
      <Loaded of={state.value} retry={reload}>
        {({ tools, recorded }) =>
          tools.length === 0 ? (
            <Empty icon="cost" title="Nothing stands in front of it" />
          ) : (
            <>
              <Recorded recorded={recorded} />
              <TokenChart tools={tools} />
              <div class="scroll-x" tabIndex={0} role="region" aria-label="Tools by cost">
                <table class="plain-table">
                  <thead>
                    <tr>
                      <th scope="col">Tool</th>
                      <th scope="col" class="number">
                        Tokens
                      </th>
                      <th scope="col" class="number">
                        Calls
                      </th>
                      <th scope="col">Last</th>
                    </tr>
                  </thead>
                  <tbody>
                    {tools.slice(0, MOST_SHOWN).map(({ name, tokens: cost, calls, lastAt }) => (
                      <tr key={name}>
                        <td>
                          <ForeignCode text={name} />
                        </td>
                        <td class="number">{tokens(cost)}</td>
                        <td class="number">{calls === 0 ? 'never' : count(calls)}</td>
                        <td class="muted">
                          {lastAt !== undefined && day(lastAt)}
                          {calls === 0 && may.operate.value && (
                            <a href={linkTo(['what-if'], { agent, deny: name })}>What if denied?</a>
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )
        }
      </Loaded>
    </Drawer>
  );
}

const MOST_SHOWN = 200;
