import { Reached } from './reach/reached.ts'
import { PreparedDatabase } from './run/database/prepared-database.ts'
import { drawRun, perform } from './run/run.ts'
import { resultOf } from './seed-tally.ts'

/**
 * A process of the simulator. It runs the seeds that its parent sends, one after the other, on a database of its own.
 * It also tells what each seed has reached if its second argument is "coverage".
 */
const [url = '', mode] = process.argv.slice(2)
const prepared = await PreparedDatabase.open(url)
const reached = mode === 'coverage' ? new Reached(prepared) : null

async function run(seed: number, steps: number): Promise<void> {
  const observed = reached === null ? {} : { observe: reached.observe }
  const outcome = await perform(prepared, drawRun(seed, steps), observed)
  process.send?.(resultOf(outcome, (await reached?.take()) ?? []))
}

process.on('message', ({ seed, steps }: { seed: number; steps: number }) => void run(seed, steps))
process.on('disconnect', () => process.exit())
process.send?.('ready')
