import { ingest } from './arrival/ingest.ts'
import { admit } from './door/admit.ts'
import { changeColumns } from './door/change-columns.ts'
import { deliver } from './door/deliver.ts'
import { makeDoor } from './door/make-door.ts'
import { cancelJob } from './job/cancel-job.ts'
import { pauseJob, resumeJob } from './job/pause-job.ts'
import { trigger } from './job/trigger.ts'
import type { Operation } from './operation.ts'
import { crash } from './run/crash.ts'
import { elapse } from './run/elapse.ts'
import { twoAtOnce } from './run/two-at-once.ts'
import { work } from './run/work.ts'
import { makeSpinner } from './spinner/make-spinner.ts'
import { pauseSpinner, resumeSpinner } from './spinner/pause-spinner.ts'
import { publish } from './spinner/publish.ts'
import { makeTable } from './table/make-table.ts'

/** Everything that can happen in a run. A new operation is added here. */
export const operations: readonly Operation[] = [
  makeTable,
  ingest,
  makeSpinner,
  publish,
  pauseSpinner,
  resumeSpinner,
  trigger,
  pauseJob,
  resumeJob,
  cancelJob,
  makeDoor,
  deliver,
  changeColumns,
  admit,
  work,
  elapse,
  crash,
  twoAtOnce,
]
