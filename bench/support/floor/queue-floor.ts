import { Logger, run } from 'graphile-worker'
import { moment, tell } from '../child.ts'

/**
 * Runs bare graphile-worker, with which the runtime bench compares the service. If FLOOR_BATCHED is 1, it takes and
 * completes tasks in batches, which is its fastest mode: a crash repeats whole batches. The task `floor_recipient`
 * reports when its first and last measured run began, and `floor_start` reports the start of every run.
 */
const expected = Number(process.env['FLOOR_ENTRIES'])
const warmUp = Number(process.env['FLOOR_WARM_UP'])
let done = 0

const concurrency = Number(process.env['FLOOR_CONCURRENCY'])
const isBatched = process.env['FLOOR_BATCHED'] === '1'
const runner = await run({
  ...(isBatched && {
    preset: { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }),
  connectionString: process.env['DATABASE_URL'] ?? '',
  concurrency,
  maxPoolSize: concurrency + 2,
  // Turns off the log of graphile-worker, which has a line for every task.
  logger: new Logger(() => () => {}),
  noHandleSignals: true,
  taskList: {
    floor_recipient: () => {
      if (done === warmUp) tell({ what: 'first', at: moment() })
      done++
      if (done === expected) tell({ what: 'last', at: moment() })
    },
    floor_start: (payload) => {
      tell({ what: (payload as { id: string }).id, at: moment() })
    },
  },
})
process.once('SIGTERM', () => void runner.stop().then(() => process.exit()))
tell('ready')
