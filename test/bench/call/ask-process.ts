import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Runs a module in a process of its own and answers what it sends. */
export async function askProcess(module: URL, argument: number): Promise<unknown> {
  const execArgv = ['--no-node-snapshot', '--no-warnings', '--expose-gc'];
  const child = fork(module, [String(argument)], { execArgv });
  const ended = once(child, 'exit');
  const answer = Promise.withResolvers<unknown>();
  child.on('message', answer.resolve);
  child.on('exit', (code) => answer.reject(new Error(`${module.pathname} ended with ${code}`)));
  const value = await answer.promise;
  child.disconnect();
  await ended;
  return value;
}
