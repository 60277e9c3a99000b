import { openArena, print } from './support/arena.ts'
import { costHead, costLine, inTurns, line } from './support/load/compare.ts'
import { type Processes, withCost } from './support/load/cpu-time.ts'
import { load } from './support/load/load.ts'
import { type PublicRequest, publicRequests } from './support/load/public-requests.ts'
import { sizes } from './support/sizes.ts'

/**
 * Compares the requests of the public API with another version of the service (BENCH_BASE, a checkout), in
 * turns on the same database. The CPU time for a request hardly depends on what else the machine does.
 */
export async function versionsBench(): Promise<void> {
  const { service, serviceProcesses, demo, database, launchApi } = await openArena()
  const base = await launchApi({}, sizes.base)
  const { seconds } = sizes
  const measure = (
    url: string,
    processes: Processes,
    { path, ...options }: Omit<PublicRequest, 'name' | 'rows'>,
  ) => withCost(processes, () => load({ ...options, url: `${url}${path}`, seconds }))
  const sides = [
    [base.url, { ...serviceProcesses, api: base.pid }],
    [service, serviceProcesses],
  ] as const
  const rates = [['', 'base /s', 'this /s', 'ratio', '', 'p50 ms', 'p99 ms', 'base p50', 'base p99']]
  const costs = [costHead('base', 'this')]
  for (const { name, rows, ...request } of await publicRequests(demo, database, service)) {
    if (!sizes.only.test(name)) continue
    const [one, other] = sides.map(
      ([url, processes]) =>
        () =>
          measure(url, processes, request),
    )
    if (one === undefined || other === undefined) continue
    await one()
    await other()
    const pairs = await inTurns(one, other)
    rates.push(line(name, pairs, rows, 1))
    costs.push(costLine(name, pairs))
  }
  print(rates)
  print(costs)
}
