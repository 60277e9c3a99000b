import { migrate } from '../../../src/operation/migrations/migrate.ts'
import { PreparedDatabase } from '../run/database/prepared-database.ts'
import { drawRun, perform, type Run } from '../run/run.ts'
import { withoutOperations } from '../shrink.ts'

/** An order to the process: to run a seed, or to remove operations from a seed while it breaks the same promise. */
export interface SearchOrder {
  readonly kind: 'run' | 'shorten'
  readonly seed: number
  readonly steps: number
  /** The promise that the shortened run is to break; empty to run a seed. */
  readonly promise: string
}

/** The broken promises of a run, and the number of its operations. */
export interface SearchAnswer {
  readonly promises: readonly string[]
  readonly operations: number
}

/**
 * A process of the simulator that runs seeds in the tree in which its file is, with the SQL functions of this tree. It
 * works on one order at a time.
 */
const [url = ''] = process.argv.slice(2)
await migrate(url)
const prepared = await PreparedDatabase.open(url)

process.on('message', (order: SearchOrder) => void answer(order).then((result) => process.send?.(result)))
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function answer({ kind, seed, steps, promise }: SearchOrder): Promise<SearchAnswer> {
  const run = drawRun(seed, steps)
  if (kind === 'run') return { promises: await brokenBy(run), operations: run.operations.length }
  const shortest = await withoutOperations(run, async (candidate) =>
    (await brokenBy(candidate)).includes(promise),
  )
  return { promises: [promise], operations: shortest.operations.length }
}

async function brokenBy(run: Run): Promise<readonly string[]> {
  const { violations } = await perform(prepared, run)
  return [...new Set(violations.map(({ promise }) => promise))]
}
