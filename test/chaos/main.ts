import { runNamed } from '../../bench/support/run-named.ts'
import { stopSoFar } from '../../bench/support/started.ts'
import { arrivals } from './scenarios/arrivals.ts'
import { cells } from './scenarios/cells.ts'
import { durability } from './scenarios/durability.ts'
import { events } from './scenarios/events.ts'
import { failover } from './scenarios/failover.ts'
import { move } from './scenarios/move.ts'
import { named } from './scenarios/named.ts'
import { people } from './scenarios/people.ts'
import { restore } from './scenarios/restore.ts'
import { rolling } from './scenarios/rolling.ts'
import { runtimes } from './scenarios/runtimes.ts'
import { senders } from './scenarios/senders.ts'
import { starts } from './scenarios/starts.ts'
import { type Figure, report } from './stage/figures.ts'
import type { Scenario } from './stage/scenario.ts'

const scenarios: Readonly<Record<string, Scenario>> = {
  durability,
  runtimes,
  arrivals,
  named,
  starts,
  people,
  senders,
  restore,
  move,
  rolling,
  cells,
  failover,
  events,
}

const tasks = Object.fromEntries(
  Object.entries(scenarios).map(([name, scenario]) => [name, () => play(scenario)]),
)
const list = Object.entries(scenarios).map(([name, { about }]) => `  ${name.padEnd(12)}${about}\n`)
await runNamed('chaos', tasks, `npm run chaos -- SCENARIO…\n${list.join('')}`)

/**
 * Plays the runs of a chaos scenario and prints their figures side by side. The exit code is 1 if a promise of
 * the service was broken, or if a run failed.
 */
async function play({ runs, run }: Scenario): Promise<void> {
  const columns = new Map<string, readonly Figure[]>()
  for (const name of runs) {
    try {
      for (const [column, figures] of Object.entries(await run(name))) columns.set(column, figures)
    } catch (error) {
      process.exitCode = 1
      process.stderr.write(`${name}: ${(error as Error).stack}\n`)
    } finally {
      await stopSoFar()
    }
  }
  if (report(columns) > 0) process.exitCode = 1
}
