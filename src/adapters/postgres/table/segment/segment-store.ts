import { DomainError } from '../../../../domain/errors.ts'
import type { Segment, SegmentCount } from '../../../../domain/table/segment/segment.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { PersonDigests } from '../../../../ports/contact/contact-rules.ts'
import { SegmentStore, type StoredSegment } from '../../../../ports/table/segments.ts'
import type { Timers } from '../../../../ports/timers.ts'
import type { Statement } from '../../database.ts'
import { sqlState } from '../../faults.ts'
import { type Executor, entity } from '../../rows.ts'
import type { Selected } from '../../schema/columns.ts'
import { PersonAnswersReader } from '../search/person-answers.ts'
import { RecordLookup } from '../search/record-lookup.ts'

const segments = entity(
  'segments',
  'id',
  'organizationId',
  'dataTableId',
  'name',
  'description',
  'condition',
  'createdAt',
  'countValue',
  'countAt',
)

type SegmentRow = Selected<typeof segments>

const put: Statement = {
  name: 'put_segment',
  text: `
    insert into segments (id, organization_id, data_table_id, name, description, condition, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (id) do update
       set name = excluded.name, description = excluded.description, condition = excluded.condition,
           count_value = case when segments.condition = excluded.condition then segments.count_value end,
           count_at = case when segments.condition = excluded.condition then segments.count_at end`,
}

const storeCount: Statement = {
  name: 'store_segment_count',
  text: 'update segments set count_value = $3, count_at = $4 where id = $1 and condition = $2::jsonb',
}

/** The milliseconds within which a count must be exact; after that it is estimated. */
const maxCountMs = 250

export class PostgresSegmentStore extends SegmentStore {
  readonly #executor: Executor
  readonly #lookup: RecordLookup
  readonly #clock: Clock
  readonly #timers: Timers

  constructor(executor: Executor, clock: Clock, digests: PersonDigests, timers: Timers) {
    super()
    this.#executor = executor
    this.#lookup = new RecordLookup(executor, new PersonAnswersReader(executor, digests))
    this.#clock = clock
    this.#timers = timers
  }

  override async ofTable(dataTableId: string): Promise<readonly StoredSegment[]> {
    return (await segments.within(this.#executor).list({ dataTableId }, 'name', 'id')).map(segmentIn)
  }

  override async find(organizationId: string, id: string): Promise<StoredSegment | null> {
    const row = await segments.within(this.#executor).find({ organizationId, id })
    return row && segmentIn(row)
  }

  override async put({ where, ...segment }: Segment): Promise<void> {
    const { id, organizationId, dataTableId, name, description, createdAt } = segment
    const values = [id, organizationId, dataTableId, name, description, JSON.stringify(where), createdAt]
    try {
      await this.#executor.write(put, values)
    } catch (error) {
      if (sqlState(error) !== '23505') throw error
      throw new DomainError('CONFLICT', {
        message: `The data table has a segment with the name "${name}" already`,
      })
    }
  }

  override async remove(id: string): Promise<void> {
    await segments.within(this.#executor).remove({ id })
  }

  override async count({ dataTableId, where }: Segment): Promise<SegmentCount> {
    const now = this.#clock.now()
    const until = this.#timers.elapsedMs() + maxCountMs
    const condition = { where, metadataColumns: null, now }
    const isLate = () => this.#timers.elapsedMs() > until
    const exact = await this.#lookup.count(dataTableId, condition, isLate)
    if (exact !== null) return { value: exact, isEstimate: false, sampleSize: null, at: now }
    const { value, sampleSize } = await this.#lookup.estimate(dataTableId, condition)
    return { value, isEstimate: true, sampleSize, at: now }
  }

  override async countWhole({ id, dataTableId, where }: Segment, signal: AbortSignal): Promise<void> {
    const now = this.#clock.now()
    const condition = { where, metadataColumns: null, now }
    const value = await this.#lookup.count(dataTableId, condition, () => signal.aborted)
    if (value !== null) await this.#executor.write(storeCount, [id, JSON.stringify(where), value, now])
  }
}

function segmentIn({ condition, countValue, countAt, ...segment }: SegmentRow): StoredSegment {
  const count =
    countValue === null || countAt === null
      ? null
      : { value: Number(countValue), isEstimate: false, sampleSize: null, at: countAt }
  return { ...segment, where: condition, count }
}
