import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { PostgresRecordAppender } from '../../src/adapters/postgres/arrival/record-appender.ts'
import { Database } from '../../src/adapters/postgres/database.ts'
import { PostgresJobStarter } from '../../src/adapters/postgres/job/job-starter.ts'
import { digest } from '../../src/adapters/security/secret.ts'
import { DomainError } from '../../src/domain/errors.ts'
import { TableSchema } from '../../src/domain/table/table-schema.ts'
import { RecordAppender } from '../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../src/ports/ids.ts'
import { JobStarter } from '../../src/ports/job/job-starter.ts'
import { DataTableStore } from '../../src/ports/table/data-tables.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { leads } from '../support/api.ts'
import { createWorld, type World } from '../support/world.ts'

const period = '2026-11'

describe('while a transaction keeps an old snapshot open', () => {
  let world: World
  let snapshot: pg.Client
  let other: Database
  let tableSchema: TableSchema

  beforeAll(async () => {
    world = await createWorld()
    snapshot = await world.connect()
    other = new Database({ url: world.databaseUrl, poolSize: 8 })
  })
  afterAll(async () => {
    await other.close()
    await world.close()
  })
  beforeEach(async () => {
    const { organizationId, dataTableId } = world.demo
    await world.inspect.change({ used: { meter: 'records', period, amount: 0 } })
    await world.inspect.change({ used: { meter: 'jobs', period, amount: 0 } })
    const table = await world.container.get(DataTableStore).find(organizationId, dataTableId)
    if (table === null) throw new Error('The demo has a table')
    tableSchema = new TableSchema(table)
    await snapshot.query('begin isolation level repeatable read')
    await snapshot.query('select 1')
  })
  afterEach(() => snapshot.query('commit'))

  const used = (meter: 'records' | 'jobs' = 'records') =>
    world.inspect.used(world.demo.organizationId, meter, period)
  const caller = () => ({ kind: 'apiKey', digest: digest(world.demo.apiKey) }) as const
  const processes = () => {
    const { container, clock } = world
    return [
      { records: container.get(RecordAppender), jobs: container.get(JobStarter) },
      {
        records: new PostgresRecordAppender(other, clock),
        jobs: new PostgresJobStarter(other, clock),
      },
    ]
  }
  /** Appends this number of records to the table of the test's demo, and returns whether they were accepted. */
  async function append(intake: RecordAppender, count: number): Promise<boolean> {
    const { dataTableId } = world.demo
    const arrival = { credential: caller(), dataTableId, records: leads(count), idempotency: null }
    try {
      return (await intake.append({ ...arrival, requestId: 'counted' }, tableSchema)) !== null
    } catch (error) {
      if (error instanceof DomainError && error.code === 'PLAN_LIMIT') return false
      throw error
    }
  }
  /**
   * Returns the numbers (`seq`) of the test table's appends in order, and whether the running total of records
   * in each append is right.
   */
  async function ledger() {
    const { rows } = await world.sql.query<{ seq: string; right: boolean }>(
      `select seq, appended is null or appended = sum(count) over (order by seq) as right
         from appends where data_table_id = $1 order by seq`,
      [world.demo.dataTableId],
    )
    return { seqs: rows.map(({ seq }) => Number(seq)), right: rows.every(({ right }) => right) }
  }

  it('two processes that compete for the last rows of a plan stop at the limit, beside an import', async () => {
    await world.inspect.change({ used: { meter: 'records', period, amount: 49_000 } })
    const { organizationId, dataTableId } = world.demo
    const before = (await world.inspect.records(dataTableId)).length
    const taken: number[] = []
    const appending = processes().flatMap(({ records }) =>
      Array.from({ length: 16 }, async (_, client) => {
        for (let turn = 0; turn < 12; turn++) {
          const count = client % 4 === 0 ? 5 : 1
          if (await append(records, count)) taken.push(count)
        }
      }),
    )
    // Spends the plan's records meter in the test as an import does.
    const others = Array.from({ length: 12 }, async () => {
      const spending = { organizationId, meter: 'records', period, amount: 7 } as const
      const refused = await world.container.get(UnitOfWork).run((tx) => tx.plans.spend(spending))
      if (refused === null) taken.push(7)
    })
    await Promise.all([...appending, ...others])
    // Fills the rest of the test's plan by single records, because a refused request of several records leaves room.
    while (await append(processes()[0]?.records as RecordAppender, 1)) taken.push(1)
    const sum = taken.reduce((all, count) => all + count, 0)
    expect([await used(), sum]).toEqual([50_000, 1_000])
    const spentOnly = taken.filter((count) => count === 7).length * 7
    expect((await world.inspect.records(dataTableId)).length - before).toBe(sum - spentOnly)
    const { seqs, right } = await ledger()
    expect([seqs, right]).toEqual([seqs.map((_, index) => index + 1), true])
  })

  it('readers of the ledger see its beginning, without gaps', async () => {
    const done = new AbortController()
    const gaps: unknown[] = []
    const watching = (async () => {
      while (!done.signal.aborted) {
        const { rows } = await world.sql.query<{ there: string; last: string }>(
          'select count(*) as there, max(seq) as last from appends where data_table_id = $1',
          [world.demo.dataTableId],
        )
        if (Number(rows[0]?.there) !== Number(rows[0]?.last)) gaps.push(rows[0])
      }
    })()
    await Promise.all(
      processes().flatMap(({ records }) =>
        Array.from({ length: 8 }, async () => {
          for (let turn = 0; turn < 15; turn++) await append(records, 1)
        }),
      ),
    )
    done.abort()
    await watching
    expect([gaps, await used()]).toEqual([[], 240])
  })

  it('a plan with a number of jobs starts that number, and no record is in two jobs', async () => {
    await world.inspect.change({ used: { meter: 'jobs', period, amount: 480 } })
    const order = () => ({
      jobId: world.container.get(Ids).next(),
      caller: caller(),
      spinnerId: world.demo.spinnerId,
      idempotency: null,
    })
    const outcomes = await Promise.all(
      processes().flatMap(({ records, jobs }) =>
        Array.from({ length: 20 }, async () => {
          await append(records, 1)
          return (await jobs.start(order())) !== null
        }),
      ),
    )
    expect([outcomes.filter((started) => started).length, await used('jobs')]).toEqual([20, 500])
    const { rows } = await world.sql.query<{ overlaps: string }>(
      `select count(*) filter (where j.from_seq < before) as overlaps
         from (select j.*, lag(j.to_seq) over (order by j.to_seq, j.from_seq) as before from jobs j where spinner_id = $1) j`,
      [world.demo.spinnerId],
    )
    expect(Number(rows[0]?.overlaps)).toBe(0)
  })

  it('rows that every request reads are not written, so that no dead rows accumulate', async () => {
    const sizes = async () => {
      const { rows } = await world.sql.query(
        "select pg_relation_size('data_tables') as tables, pg_relation_size('meters') as meters",
      )
      return rows
    }
    const before = await sizes()
    const [{ records } = { records: null }] = processes()
    for (let turn = 0; turn < 300; turn++) await append(records as RecordAppender, 1)
    expect(await sizes()).toEqual(before)
  })

  describe('for statements that write the counters of a table or a meter', () => {
    const actual = async () => {
      const { rows } = await world.sql.query<{ last_seq: string; appended: string }>(
        'select * from end_of_ledger(p_table => $1)',
        [world.demo.dataTableId],
      )
      return { seq: Number(rows[0]?.last_seq), appended: Number(rows[0]?.appended), used: await used() }
    }

    it('an import continues at the end of the ledger', async () => {
      await append(processes()[0]?.records as RecordAppender, 4)
      const before = await actual()
      const { rows } = await world.sql.query<{ seq: string }>(
        `update data_tables t set last_seq = t.last_seq + b.blocks, appended = t.appended + b.records
           from (select 2 as blocks, 600 as records) b where t.id = $1 returning t.last_seq - b.blocks as seq`,
        [world.demo.dataTableId],
      )
      expect(Number(rows[0]?.seq)).toBe(before.seq)
      await world.sql.query(
        `insert into appends (data_table_id, seq, first_id, count, request_id, created_at)
         select $1, $2::bigint + no, nextval('record_blocks'), 300, 'import', now() from generate_series(1, 2) no`,
        [world.demo.dataTableId, before.seq],
      )
      await append(processes()[0]?.records as RecordAppender, 4)
      const { seq, appended } = await actual()
      expect([seq, appended]).toEqual([before.seq + 3, before.appended + 604])
    })

    it('the use of a meter respects the limit, whatever its column contains', async () => {
      await world.inspect.change({ used: { meter: 'records', period, amount: 49_990 } })
      await append(processes()[0]?.records as RecordAppender, 8)
      const spend = async (amount: number) => {
        const { rowCount } = await world.sql.query(
          `insert into meters as m (organization_id, meter, period, used) values ($1, 'records', $2, $3)
           on conflict (organization_id, meter, period) do update set used = m.used + excluded.used
            where m.used + excluded.used <= 50000 returning m.used`,
          [world.demo.organizationId, period, amount],
        )
        return rowCount === 1
      }
      expect([await spend(3), await spend(2), await spend(1), await used()]).toEqual([
        false,
        true,
        false,
        50_000,
      ])
    })
  })
})
