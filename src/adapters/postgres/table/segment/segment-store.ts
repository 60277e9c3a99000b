import { DomainError } from '../../../../domain/errors.ts'
import type { Segment, SegmentCount, SegmentUse } from '../../../../domain/table/segment/segment.ts'
import { sentence } from '../../../../domain/text/sentence.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { PersonDigests } from '../../../../ports/contact/contact-rules.ts'
import { SegmentStore, type StoredSegment } from '../../../../ports/table/segments.ts'
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

const jobsOver: Statement = {
  name: 'jobs_over_segment',
  text: `
    select 'job' as kind, r.taken_by_job_id as id, s.name
      from audience_parts r join stored_spinners s on s.id = r.spinner_id
     where r.segment_id = $1
    union
    select 'job', j.id, s.name
      from segments g
      join stored_spinners s on s.data_table_id = g.data_table_id
      join jobs j on j.spinner_id = s.id
     where g.id = $1 and j.exclude is not null and j.exclude -> 'segmentIds' ? $1::text and is_unfinished_job(j.status)
     order by 2`,
}

const storeCount: Statement = {
  name: 'store_segment_count',
  text: 'update segments set count_value = $3, count_at = $4 where id = $1 and condition = $2::jsonb',
}

export class PostgresSegmentStore extends SegmentStore {
  readonly #executor: Executor
  readonly #lookup: RecordLookup
  readonly #clock: Clock

  constructor(executor: Executor, clock: Clock, digests: PersonDigests) {
    super()
    this.#executor = executor
    this.#lookup = new RecordLookup(executor, new PersonAnswersReader(executor, digests))
    this.#clock = clock
  }

  override async ofTable(dataTableId: string): Promise<readonly StoredSegment[]> {
    return (await segments.within(this.#executor).list({ dataTableId }, 'name', 'id')).map(segmentIn)
  }

  override async find(organizationId: string, id: string): Promise<StoredSegment | null> {
    const row = await segments.within(this.#executor).find({ organizationId, id })
    return row && segmentIn(row)
  }

  override async jobsOver(id: string): Promise<readonly SegmentUse[]> {
    return this.#executor.read<SegmentUse>(jobsOver, [id])
  }

  override async put({ where, ...segment }: Segment): Promise<void> {
    const { id, organizationId, dataTableId, name, description, createdAt } = segment
    const values = [id, organizationId, dataTableId, name, description, JSON.stringify(where), createdAt]
    try {
      await this.#executor.write(put, values)
    } catch (error) {
      if (sqlState(error) !== '23505') throw error
      throw new DomainError('CONFLICT', {
        message: sentence('The data table has a segment with the name "{name}" already', { name }),
      })
    }
  }

  override async remove(id: string): Promise<void> {
    await segments.within(this.#executor).remove({ id })
  }

  override async count(segment: Segment, mustStop: () => boolean): Promise<SegmentCount | null> {
    const { dataTableId, condition } = this.#questionOf(segment)
    const value = await this.#lookup.count(dataTableId, condition, mustStop)
    return value === null ? null : { value, isEstimate: false, sampleSize: null, at: condition.now }
  }

  override async estimate(segment: Segment): Promise<SegmentCount> {
    const { dataTableId, condition } = this.#questionOf(segment)
    const estimate = await this.#lookup.estimate(dataTableId, condition)
    return { ...estimate, isEstimate: true, at: condition.now }
  }

  override async storeCount({ id, where }: Segment, { value, at }: SegmentCount): Promise<void> {
    await this.#executor.write(storeCount, [id, JSON.stringify(where), value, at])
  }

  #questionOf({ dataTableId, where }: Segment) {
    return { dataTableId, condition: { where, metadataColumns: null, now: this.#clock.now() } }
  }
}

function segmentIn({ condition, countValue, countAt, ...segment }: SegmentRow): StoredSegment {
  const count =
    countValue === null || countAt === null
      ? null
      : { value: Number(countValue), isEstimate: false, sampleSize: null, at: countAt }
  return { ...segment, where: condition, count }
}
