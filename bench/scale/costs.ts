import type { CostTable } from './model.ts'

/**
 * The costs of one unit of each kind of work, in bytes and milliseconds of CPU, as measured on 2026-11-22.
 * docs/operate/scale.md says how.
 */
export const measuredCosts: CostTable = {
  recordAlone: { kept: 405, retained: 0, wal: 760, api: 0.934, runtime: 0, postgres: 0.824 },
  recordAmongOthers: { kept: 405, retained: 0, wal: 553, api: 0.0997, runtime: 0, postgres: 0.0404 },
  recordInBatch: { kept: 217, retained: 0, wal: 289, api: 0.00349, runtime: 0, postgres: 0.00526 },
  recipient: { kept: 277, retained: 1060, wal: 2040, api: 0.0326, runtime: 1.2, postgres: 0.833 },
  recipientWithBody: { kept: 275, retained: 1210, wal: 2180, api: 0.0183, runtime: 1.07, postgres: 0.819 },
  waitingRecipient: { kept: 1.76, retained: 269, wal: 373, api: 0.000571, runtime: 0.015, postgres: 0.025 },
  waitingJob: { kept: 2040, retained: 321, wal: 4500, api: 0.365, runtime: 0.844, postgres: 2.78 },
  organization: { kept: 4490, retained: 0, wal: 4750, api: 0.00514, runtime: 0, postgres: 0.162 },
}
