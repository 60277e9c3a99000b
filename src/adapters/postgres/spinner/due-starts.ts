import type { StoppedStart } from '../../../domain/spinner/spinner.ts'
import {
  type DueStart,
  DueStarts,
  type StartOrder,
  type StartOutcome,
} from '../../../ports/spinner/due-starts.ts'
import type { Database, Statement } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'

const claimDueStarts = sqlFunction('claim_due_starts', 'p_now', 'p_most', 'p_again', 'p_organization')

const beginDueStart = sqlFunction(
  'begin_due_start',
  'p_now',
  'p_period',
  'p_organization',
  'p_spinner',
  'p_job',
  'p_due',
  'p_next',
)

// Notes that the automatic start of a spinner has stopped, and why. The time of the first stop stays as long
// as the reason's code stays the same.
const stop: Statement = {
  name: 'stop_start',
  text: `
    update spinner_starts b
       set stopped = $3::jsonb, check_at = $5, stopped_at = case when b.stopped ->> 'code' = $3::jsonb ->> 'code' then b.stopped_at else $4::timestamptz end
     where b.spinner_id = $1 and b.due_at = $2 and b.check_at is not null`,
}

interface DueRow {
  readonly spinner_id: string
  readonly organization_id: string
  readonly starts: DueStart['starts']
  readonly due_at: Date
}

export class PostgresDueStarts extends DueStarts {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async lease(
    now: Date,
    most: number,
    again: Date,
    organizationId: string | null = null,
  ): Promise<readonly DueStart[]> {
    const call = claimDueStarts({ p_now: now, p_most: most, p_again: again, p_organization: organizationId })
    const rows = await this.#database.write<DueRow & Record<string, unknown>>(...call)
    return rows.map(({ spinner_id: spinnerId, organization_id: of, starts, due_at: dueAt }) => ({
      spinnerId,
      organizationId: of,
      starts,
      dueAt,
    }))
  }

  override async begin(order: StartOrder): Promise<StartOutcome> {
    const call = beginDueStart({
      p_now: order.now,
      p_period: order.period,
      p_organization: order.organizationId,
      p_spinner: order.spinnerId,
      p_job: order.jobId,
      p_due: order.dueAt,
      p_next: order.nextAt,
    })
    const [row] = await this.#database.write<{ begin_due_start: StartOutcome }>(...call)
    if (row === undefined) throw new Error('begin_due_start returned no outcome of the start')
    return row.begin_due_start
  }

  override async stop(
    { spinnerId, dueAt }: DueStart,
    { at, ...why }: StoppedStart,
    checkAt: Date,
  ): Promise<void> {
    await this.#database.write(stop, [spinnerId, dueAt, JSON.stringify(why), at, checkAt])
  }
}
