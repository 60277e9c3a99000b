import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { PostgresRecordAppender } from '../../../src/adapters/postgres/arrival/record-appender.ts'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { PostgresJobStarter } from '../../../src/adapters/postgres/job/job-starter.ts'
import { digest } from '../../../src/adapters/security/secret.ts'
import { TableShape } from '../../../src/domain/table/table-shape.ts'
import { RecordAppender } from '../../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { type JobOrder, JobStarter } from '../../../src/ports/job/job-starter.ts'
import { DataTableQueries } from '../../../src/ports/table/data-tables.ts'
import { RecordKeys } from '../../../src/ports/table/record-keys.ts'
import { type Api, createApi, lead } from '../../support/api.ts'
import { createPostgresWorld, type PostgresWorld } from '../../support/world.ts'

describe('two processes that append records, name some in triggers, and take new ones, all at once,', () => {
  let world: PostgresWorld
  let api: Api
  let other: Database

  beforeEach(async () => {
    world = await createPostgresWorld()
    api = await createApi(world)
    other = new Database({ url: world.databaseUrl, poolSize: 8 })
  })
  afterEach(async () => {
    await other.close()
    await api.close()
    await world.close()
  })

  it.each([
    ['without match columns', null],
    ['with match columns', { columns: ['email'], onMatch: 'update' }],
  ])('lose no record, take none twice, and never deadlock, over a table %s', async (_which, match) => {
    const { container, clock, demo } = world
    const { organizationId, dataTableId, spinnerId, apiKey } = demo
    if (match !== null)
      await world.sql.query(
        'update data_tables set match = $2, schema_version = schema_version + 1 where id = $1',
        [dataTableId, JSON.stringify({ ...match, newerBy: null })],
      )
    const keys = container.get(RecordKeys)
    const processes = [
      { jobs: container.get(JobStarter), records: container.get(RecordAppender) },
      {
        jobs: new PostgresJobStarter(other, clock, keys),
        records: new PostgresRecordAppender(other, clock, keys),
      },
    ]
    const table = await container.get(DataTableQueries).find(organizationId, dataTableId)
    if (table === null) throw new Error('The demo has a table')
    const shape = new TableShape(table)
    const caller = { kind: 'apiKey', digest: digest(apiKey) } as const
    const order = (): JobOrder => ({
      jobId: container.get(Ids).next(),
      caller,
      spinnerId,
      idempotency: null,
    })
    const asked = { version: 1, startsAt: null, data: null, maxRecipients: null }
    let next = 0
    const brought = { jobs: 0, records: 0 }
    const turns = 12
    const before = await world.sql.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    await Promise.all(
      processes.flatMap(({ jobs, records }) => [
        ...Array.from({ length: 6 }, async () => {
          for (let turn = 0; turn < turns; turn++) {
            const target = await jobs.target(order(), organizationId)
            if (target === null) throw new Error('The spinner is published')
            // Some of the test's records repeat earlier leads, so they change stored records instead of adding
            // new ones.
            const own = [lead(next++), lead(next % 20), lead(next++)]
            const started = await jobs.start(order(), {
              ...asked,
              audience: { kind: 'records', records: own, requestId: 'bring', target },
            })
            if (started === null) continue
            brought.jobs++
            brought.records += started.told?.inserted ?? 0
          }
        }),
        ...Array.from({ length: 4 }, async () => {
          for (let turn = 0; turn < turns; turn++) await jobs.start(order())
        }),
        ...Array.from({ length: 4 }, async () => {
          for (let turn = 0; turn < turns; turn++) {
            const arrival = {
              credential: caller,
              dataTableId,
              records: [lead(next++)],
              idempotency: null,
              requestId: 'x',
            }
            await records.append(arrival, shape)
          }
        }),
        ...Array.from({ length: 2 }, async () => {
          for (let turn = 0; turn < turns; turn++) {
            const { rows } = await world.sql.query<{ id: string }>(
              'select id from records order by random() limit 3',
            )
            const left = { excluded: [], unknown: [] }
            const recordIds = rows.map(({ id }) => id)
            await jobs.start(order(), {
              ...asked,
              audience: { kind: 'named', recordIds, left, isUnchecked: false },
            })
          }
        }),
      ]),
    )
    await Promise.all(processes.map(({ jobs }) => jobs.start(order())))
    const after = await world.sql.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    expect(after.rows).toEqual(before.rows)
    expect(brought.jobs).toBe(2 * 6 * turns)
    await world.drain()
    const recipients = await world.sql.query<{ record_id: string; plain: string; named: string }>(`
      select r.record_id, count(*) filter (where not j.has_named_audience and j.to_seq - j.from_seq <> 1) as plain, count(*) as named
        from recipients r join jobs j on j.id = r.job_id group by 1`)
    const { rows: all } = await world.sql.query<{ id: string }>('select id from records')
    const reached = new Set(recipients.rows.map(({ record_id: id }) => id))
    expect(all.filter(({ id }) => !reached.has(id))).toEqual([])
    expect(recipients.rows.filter(({ plain }) => Number(plain) > 1)).toEqual([])
    const { rows: unfinished } = await world.sql.query(
      "select id, status from jobs where status <> 'completed'",
    )
    expect(unfinished).toEqual([])
    const { rows: wrong } = await world.sql.query(`
      select j.id, j.has_named_audience, j.from_seq, j.to_seq, j.to_records - j.from_records as size, count(r.record_id)
        from jobs j left join recipients r on r.job_id = j.id group by j.id
      having j.to_records - j.from_records <> count(r.record_id)`)
    expect(wrong).toEqual([])
    const { rows: meters } = await world.sql.query<{ meter: string; used: string }>(
      `select m.meter, u.used from meters m
          cross join meter_of(p_organization => m.organization_id, p_meter => m.meter, p_period => m.period) u`,
    )
    const used = Object.fromEntries(meters.map(({ meter, used: amount }) => [meter, Number(amount)]))
    const { rows: counts } = await world.sql.query<{ jobs: string }>('select count(*) as jobs from jobs')
    expect(used).toEqual({ records: all.length, jobs: Number(counts[0]?.jobs) })
  })
})
