import { expect } from '@jest/globals'
import { expectPromisesKept } from '../../expect-promises-kept.ts'
import type { Input } from '../../operations/operation.ts'
import { operations } from '../../operations/operations.ts'
import type { PreparedDatabase } from '../../run/database/prepared-database.ts'
import { Random } from '../../run/random.ts'
import { type Changes, noFault, perform, type Run } from '../../run/run.ts'

/** An operation of a run with the fields of its input that are fixed instead of drawn. */
export type Planned = readonly [name: string, input: Input]

/** The number of seeds within which the simulator must see a planted fault. */
const seeds = 20

/**
 * Expects that a planted fault breaks the first of the promises within twenty seeds, or that an operation reports it if
 * there are no promises. Expects that the service without the fault keeps all promises in the same run.
 */
export async function expectFaultSeen(
  prepared: PreparedDatabase,
  plan: readonly Planned[],
  changes: Required<Pick<Changes, 'replacements' | 'promises'>>,
): Promise<void> {
  for (let seed = 1; seed <= seeds; seed++) {
    const run = drawn(plan, seed)
    const { violations } = await perform(prepared, run, changes)
    if (violations.length === 0) continue
    const [expected] = changes.promises
    expect(violations.map(({ promise }) => promise)).toContain(expected?.promise ?? noFault)
    await expectPromisesKept(prepared, run)
    return
  }
  throw new Error(`No seed of ${seeds} shows the planted fault`)
}

/** Returns a run of the planned operations. The seed draws the fields of their inputs that the plan leaves open. */
function drawn(plan: readonly Planned[], seed: number): Run {
  const random = new Random('planted', seed)
  return {
    seed,
    operations: plan.map(([name, input]) => {
      const operation = operations.find((one) => one.name === name)
      if (operation === undefined) throw new Error(`There is no operation ${name}`)
      return { operation: name, input: { ...operation.draw(random, operations), ...input } }
    }),
  }
}
