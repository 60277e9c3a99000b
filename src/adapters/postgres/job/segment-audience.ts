import type { Clock } from '../../../ports/clock.ts'
import type { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import type { Database } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'
import { PersonAnswersReader } from '../table/search/person-answers.ts'
import { RecordLookup } from '../table/search/record-lookup.ts'

const storeSegmentRecords = sqlFunction(
  'store_segment_records',
  'p_job',
  'p_after',
  'p_last',
  'p_records',
  'p_now',
)

/** The number of records of a table that are compared with the condition of a segment before a job takes some. */
export const segmentRecordsAtOnce = 20_000

/** The part of a job's audience whose records are not chosen yet, as the SQL function lease_slice returns it. */
export interface UndecidedPart {
  readonly segmentId: string
  readonly jobId: string
  readonly organizationId: string
  readonly dataTableId: string
  readonly lastRecordId: string
  readonly endRecordId: string
}

/** Chooses the recipients of jobs over segments, some at a time, when the job is about to take them. */
export class SegmentAudience {
  readonly #database: Database
  readonly #clock: Clock
  readonly #lookup: RecordLookup
  /** The parts in which this process is choosing, by job. The slices of a job that are leased at once share it. */
  readonly #choosing = new Map<string, Promise<number>>()
  readonly #recordsAtOnce: number

  constructor(database: Database, clock: Clock, digests: PersonDigests, recordsAtOnce: number) {
    this.#database = database
    this.#recordsAtOnce = recordsAtOnce
    this.#clock = clock
    this.#lookup = new RecordLookup(database, new PersonAnswersReader(database, digests))
  }

  /** Stores the next records of a segment as recipients of a job, and returns their number. */
  choose(part: UndecidedPart): Promise<number> {
    const current = this.#choosing.get(part.jobId)
    if (current !== undefined) return current
    const choosing = this.#choose(part).finally(() => this.#choosing.delete(part.jobId))
    this.#choosing.set(part.jobId, choosing)
    return choosing
  }

  async #choose({
    segmentId,
    jobId,
    dataTableId,
    lastRecordId,
    endRecordId,
  }: UndecidedPart): Promise<number> {
    const condition = { where: { segmentId }, metadataColumns: null, now: this.#clock.now() }
    const range = { after: lastRecordId, end: endRecordId, size: this.#recordsAtOnce }
    const { recordIds, last } = await this.#lookup.next(dataTableId, condition, range)
    const call = storeSegmentRecords({
      p_job: jobId,
      p_after: lastRecordId,
      p_last: last,
      p_records: `{${recordIds.join()}}`,
      p_now: this.#clock.now(),
    })
    await this.#database.write(...call)
    return recordIds.length
  }
}
