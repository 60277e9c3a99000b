import { setTimeout } from 'node:timers/promises'
import type { DueRecipient, Settlement } from '../../../domain/job/recipient.ts'
import type { Lease, LeasedSlice } from '../../../domain/job/slice.ts'
import type { SuppressionReason } from '../../../domain/person/suppression.ts'
import type { Step } from '../../../domain/spinner/step.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import { LeaseLost, type Marked, type SendingMark, Slices } from '../../../ports/job/slices.ts'
import type { Database } from '../database.ts'
import { DatabaseGone } from '../faults.ts'
import { sqlFunction } from '../sql-function.ts'
import { RuntimeConnection } from './runtime-connection.ts'
import { settledAlike } from './settled-alike.ts'

const leaseSlice = sqlFunction('lease_slice', 'p_job', 'p_holder', 'p_seconds', 'p_connection')

const settleAndMark = sqlFunction(
  'settle_and_mark',
  'p_job',
  'p_slice',
  'p_holder',
  'p_seconds',
  'settled_ids',
  'settled_steps',
  'settled_channels',
  'settled_deliveries',
  'settled_states',
  'settled_next_steps',
  'settled_attempts',
  'settled_due',
  'settled_errors',
  'marked_ids',
  'marked_addresses',
)

const releaseSlice = sqlFunction('release_slice', 'p_job', 'p_slice', 'p_holder')

const notePreparing = sqlFunction('note_preparing', 'p_job', 'p_slice', 'p_holder', 'p_record')

const endLeasesOfLostConnections = sqlFunction('end_leases_of_lost_connections')

const dueJobs = sqlFunction('due_jobs', 'p_most')

/** The first row tells of the slice, each further one of a recipient. */
type LeaseRow = { readonly slice: SliceRow } | RecipientRow

interface SliceRow {
  readonly no: number
  readonly organizationId: string
  readonly steps: Step[]
  readonly metadataColumns: string[]
  readonly more: boolean
  readonly lostLeases: number
  readonly preparing: string | null
}

interface RecipientRow {
  readonly slice: null
  readonly record_id: string
  readonly step: number
  readonly attempts: number
  readonly data: DataRecord | null
  readonly in_doubt: boolean
}

interface MarkedRow {
  readonly what_follows: 'send' | 'stop' | 'lost'
  /** Null, as the reasons, where all were marked. */
  readonly withheld_ids: string[] | null
  readonly withheld_reasons: SuppressionReason[] | null
}

export class PostgresSlices extends Slices {
  readonly #database: Database
  readonly #connection: RuntimeConnection

  constructor(database: Database) {
    super()
    this.#database = database
    this.#connection = new RuntimeConnection(database)
  }

  override async take(jobId: string, lease: Lease): Promise<LeasedSlice | null> {
    const connection = await this.#connection.hold()
    const [first, ...rows] = await this.#database.write<LeaseRow>(
      ...leaseSlice({
        p_job: jobId,
        p_holder: lease.holder,
        p_seconds: lease.seconds,
        p_connection: connection,
      }),
    )
    if (first === undefined) return null
    if (first.slice === null) throw new Error('A job runs a version that was frozen')
    const { steps, metadataColumns, ...slice } = first.slice
    const recipients = (rows as RecipientRow[]).map(readRecipient)
    return { ...slice, jobId, version: { steps, metadataColumns }, recipients }
  }

  override async settleAndMark(
    slice: LeasedSlice,
    lease: Lease,
    settled: readonly Settlement[],
    next: readonly SendingMark[],
  ): Promise<Marked> {
    const { steps } = slice.version
    const groups = settledAlike(settled)
    const call = settleAndMark({
      p_job: slice.jobId,
      p_slice: slice.no,
      p_holder: lease.holder,
      p_seconds: lease.seconds,
      settled_ids: groups.map(({ recordIds }) => idArray(recordIds)),
      settled_steps: groups.map(({ end }) => end.step),
      settled_channels: groups.map(({ end }) => steps[end.step]?.type),
      settled_deliveries: groups.map(({ end }) => end.delivery),
      settled_states: groups.map(({ end }) => end.state),
      settled_next_steps: groups.map(({ end }) => end.nextStep),
      settled_attempts: groups.map(({ end }) => end.attempts),
      settled_due: groups.map(({ end }) => end.dueInSeconds),
      settled_errors: groups.map(({ end }) => end.error),
      marked_ids: idArray(next.map((mark) => mark.recordId)),
      marked_addresses: next.map((mark) => mark.address),
    })
    const row = await outlasting(lease.seconds, async () => {
      const [answer] = await this.#database.write<MarkedRow>(...call)
      return answer
    })
    if (row === undefined || row.what_follows === 'lost') throw new LeaseLost()
    return { goesOn: row.what_follows === 'send', withheld: readWithheld(row) }
  }

  override async notePreparing(slice: LeasedSlice, lease: Lease, recordId: string): Promise<void> {
    const call = notePreparing({
      p_job: slice.jobId,
      p_slice: slice.no,
      p_holder: lease.holder,
      p_record: recordId,
    })
    const [row] = await outlasting(lease.seconds, () =>
      this.#database.write<{ note_preparing: boolean }>(...call),
    )
    if (row?.note_preparing !== true) throw new LeaseLost()
  }

  override async release(slice: LeasedSlice, lease: Lease): Promise<number | null> {
    const call = releaseSlice({ p_job: slice.jobId, p_slice: slice.no, p_holder: lease.holder })
    const [row] = await outlasting(lease.seconds, () =>
      this.#database.write<{ seconds: number | null }>(...call),
    )
    return row?.seconds ?? null
  }

  override async due(most: number): Promise<readonly string[]> {
    await this.#database.write(...endLeasesOfLostConnections({}))
    const rows = await this.#database.write<{ id: string }>(...dueJobs({ p_most: most }))
    return rows.map(({ id }) => id)
  }
}

/**
 * Tries again while the database is away. What was sent meanwhile would otherwise end as unconfirmed, and
 * written twice under one lease it says the same.
 */
async function outlasting<Result>(seconds: number, write: () => Promise<Result>): Promise<Result> {
  for (const until = performance.now() + seconds * 1000; ; await setTimeout(250)) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof DatabaseGone) || performance.now() > until) throw error
    }
  }
}

/** The driver would look at each for characters to escape, a twentieth of what the runtime did for a recipient. */
function idArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`
}

function readWithheld({ withheld_ids, withheld_reasons }: MarkedRow): Marked['withheld'] {
  const withheld = new Map<string, SuppressionReason>()
  withheld_ids?.forEach((recordId, index) => {
    const reason = withheld_reasons?.[index]
    if (reason !== undefined) withheld.set(recordId, reason)
  })
  return withheld
}

function readRecipient(row: RecipientRow): DueRecipient {
  return {
    recordId: row.record_id,
    step: row.step,
    attempts: row.attempts,
    data: row.data,
    inDoubt: row.in_doubt,
  }
}
