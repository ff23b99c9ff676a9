import { CONNECTION_CHECKS, expectSame } from './client-checks.ts';
import { CLIENT_KINDS } from './client-kinds.ts';
import {
  CHECKS,
  type CheckName,
  type ClientKind,
  type ClientTarget,
  type DrivenClient,
  type HttpTarget,
} from './driven-client.ts';
import { MatrixHost } from './matrix-host.ts';

/** `anew`: once its user has connected again. What failed says how. */
export type Cell = 'yes' | 'anew' | { readonly lacks: string } | { readonly failed: string };

export interface MatrixRow {
  readonly client: string;
  readonly package: string;
  readonly over: ClientTarget['over'];
  readonly cells: Readonly<Record<CheckName, Cell>>;
}

/** Every client in front of a real host, some at a time; the slow calls of all side by side; then one restart. */
export async function runMatrix(
  kinds: readonly ClientKind[] = CLIENT_KINDS,
): Promise<readonly MatrixRow[]> {
  await using host = await MatrixHost.open();
  const rows = kinds.flatMap((kind) => kind.over.map((over) => ({ kind, over })));
  const quick = await mapSome(rows, (row) => runQuickChecks(host, row));
  const whole = await Promise.all(quick.map(runSlowCheck));
  const restarts = await runRestart(host, kinds);
  return whole.map(({ kind: { name, package: from }, over, cells }) => ({
    ...{ client: name, package: from, over },
    cells: { ...cells, restart: restarts.get(`${name} ${over}`) ?? NO_RESTART } as Cells,
  }));
}

type Cells = MatrixRow['cells'];

/** A host behind standard streams ends with its client. */
const NO_RESTART: Cell = { lacks: 'the client starts the host and ends it' };
const SLOW = '20 s call';
const QUICK = CHECKS.filter((check) => check !== 'restart' && check !== SLOW);

interface Row {
  readonly kind: ClientKind;
  readonly over: ClientTarget['over'];
}

interface BegunRow extends Row {
  readonly client?: DrivenClient;
  readonly cells: Partial<Cells>;
}

async function runQuickChecks(host: MatrixHost, { kind, over }: Row): Promise<BegunRow> {
  const cells: Partial<Record<CheckName, Cell>> = {};
  try {
    const target = over === 'HTTP' ? await host.httpTarget() : host.stdioTarget();
    const client = await kind.connect(target);
    for (const check of QUICK) cells[check] = await runCheck(check, { kind, over, client });
    return { kind, over, client, cells };
  } catch (error) {
    const failed = describeFailure(error);
    return { kind, over, cells: Object.fromEntries(CHECKS.map((check) => [check, failed])) };
  }
}

async function runSlowCheck({ kind, over, client, cells }: BegunRow): Promise<BegunRow> {
  if (client === undefined) return { kind, over, cells };
  const cell = await runCheck(SLOW, { kind, over, client });
  await client.close();
  return { kind, over, cells: { ...cells, [SLOW]: cell } };
}

/** As many at once as a machine with two cores bears: clients give up on a server that starts slowly. */
const AT_ONCE = 3;

async function mapSome<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = values.entries();
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (const [index, value] of left) results[index] = await work(value);
  });
  await Promise.all(lanes);
  return results;
}

interface RowParts extends Row {
  readonly client: DrivenClient;
}

async function runCheck(
  check: Exclude<CheckName, 'restart'>,
  { kind, over, client }: RowParts,
): Promise<Cell> {
  const lacks = kind.lacks[check] ?? kind.lacks[`${check} over ${over}`];
  if (lacks !== undefined) return { lacks };
  try {
    await CONNECTION_CHECKS[check](client);
    return 'yes';
  } catch (error) {
    return describeFailure(error);
  }
}

interface Returning {
  readonly kind: ClientKind;
  readonly target: HttpTarget;
  readonly client: DrivenClient;
}

async function runRestart(
  host: MatrixHost,
  kinds: readonly ClientKind[],
): Promise<ReadonlyMap<string, Cell>> {
  const overHttp = kinds.filter(({ over }) => over.includes('HTTP'));
  const connected = await mapSome(overHttp, async (kind): Promise<Returning> => {
    const target = await host.httpTarget();
    const client = await kind.connect(target);
    await client.call('load_tools', { toolkit: 'more' });
    return { kind, target, client };
  });
  await host.restart();
  const cells = await Promise.all(
    connected.map(async (each) => [`${each.kind.name} HTTP`, await comeBack(each)] as const),
  );
  return new Map(cells);
}

/** What it had loaded must be there; whether the client finds it by itself is the client's affair. */
async function comeBack({ kind, target, client }: Returning): Promise<Cell> {
  try {
    expectSame((await client.call('late', {})).text, 'late');
    await client.close();
    return 'yes';
  } catch {
    await client.close().catch(() => undefined);
  }
  try {
    const again = await kind.connect(target);
    expectSame((await again.call('late', {})).text, 'late');
    await again.close();
    return 'anew';
  } catch (error) {
    return describeFailure(error);
  }
}

function describeFailure(error: unknown): Cell {
  const causes: string[] = [];
  for (let each = error; each !== undefined && causes.length < 5; ) {
    causes.push(String(each));
    each = each instanceof Error ? each.cause : undefined;
  }
  return { failed: causes.join(' <- ') };
}

/** One line for each cell that is not as it should be. */
export function failuresOf(rows: readonly MatrixRow[]): readonly string[] {
  return rows.flatMap(({ client, over, cells }) =>
    CHECKS.flatMap((check) => {
      const cell = cells[check];
      const isFailed = typeof cell !== 'string' && 'failed' in cell;
      return isFailed ? [`${client} over ${over}, ${check}: ${cell.failed}`] : [];
    }),
  );
}
