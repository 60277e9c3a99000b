import type { CostTable } from './model.ts'

/**
 * Measured by `npm run bench -- scale` (docs/scale.md says on what); `BENCH_FIT=1` prints those of another machine in this
 * form. Bytes and milliseconds of CPU per unit.
 */
export const measuredCosts: CostTable = {
  recordAlone: { kept: 0, retained: 0, wal: 0, api: 0, runtime: 0, postgres: 0 },
  recordAmongOthers: { kept: 0, retained: 0, wal: 0, api: 0, runtime: 0, postgres: 0 },
  recordInBatch: { kept: 0, retained: 0, wal: 0, api: 0, runtime: 0, postgres: 0 },
  recipient: { kept: 0, retained: 0, wal: 0, api: 0, runtime: 0, postgres: 0 },
  recipientWithBody: { kept: 0, retained: 0, wal: 0, api: 0, runtime: 0, postgres: 0 },
  waitingRecipient: { kept: 0, retained: 0, wal: 0, api: 0, runtime: 0, postgres: 0 },
  waitingJob: { kept: 0, retained: 0, wal: 0, api: 0, runtime: 0, postgres: 0 },
  organization: { kept: 0, retained: 0, wal: 0, api: 0, runtime: 0, postgres: 0 },
}
