import type { Container } from 'inversify'
import { TakeTurn } from '../../src/use-cases/job/take-turn.ts'
import { RunTestClock } from '../../src/use-cases/test-mode/run-test-clock.ts'
import { periodicTasks } from './periodic-tasks.ts'
import { runTestClockTask } from './run-test-clock.ts'
import { takeTurnTask } from './take-turn.ts'
import type { Task } from './task.ts'

/** Returns the functions that process queue entries, by the names of the entries. */
export function createTasks(container: Container): Readonly<Record<string, Task>> {
  return {
    ...Object.fromEntries(
      Object.entries(periodicTasks).map(([name, periodic]) => {
        const run = periodic.in(container)
        const task: Task = async (_payload, { signal }) => {
          await run(signal)
        }
        return [name, task]
      }),
    ),
    'run-test-clock': runTestClockTask(container.get(RunTestClock)),
    'take-turn': takeTurnTask(container.get(TakeTurn)),
  }
}
