import { PreparedDatabase } from './run/database/prepared-database.ts'
import { drawRun, perform } from './run/run.ts'
import { resultOf } from './seed-tally.ts'

/** A process of the simulator. It runs the seeds that its parent sends, one after the other, on a database of its own. */
const [url = ''] = process.argv.slice(2)
const prepared = await PreparedDatabase.open(url)

process.on('message', ({ seed, steps }: { seed: number; steps: number }) => {
  void perform(prepared, drawRun(seed, steps)).then((outcome) => process.send?.(resultOf(outcome)))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
