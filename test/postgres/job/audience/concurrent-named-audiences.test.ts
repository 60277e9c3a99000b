import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { PostgresRecordAppender } from '../../../../src/adapters/postgres/arrival/record-appender.ts'
import { Database } from '../../../../src/adapters/postgres/database.ts'
import { PostgresJobStarter } from '../../../../src/adapters/postgres/job/job-starter.ts'
import { digest } from '../../../../src/adapters/security/secret.ts'
import type { Credential } from '../../../../src/domain/account/api-keys/credential.ts'
import { TableSchema } from '../../../../src/domain/table/table-schema.ts'
import { RecordAppender } from '../../../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { type JobOrder, JobStarter } from '../../../../src/ports/job/job-starter.ts'
import { DataTableStore } from '../../../../src/ports/table/data-tables.ts'
import { type Api, createApi, lead } from '../../../support/api.ts'
import { createWorld, type World } from '../../../support/world.ts'

/** The number of requests that each client of the test makes one after the other. */
const turns = 12
const requested = { version: 1, startsAt: null, data: null, maxRecipients: null }

describe('two processes that append records, name some in triggers, and take new ones, all at once,', () => {
  let world: World
  let api: Api
  let other: Database

  beforeEach(async () => {
    world = await createWorld()
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
    if (match !== null)
      await world.sql.query(
        'update data_tables set match = $2, schema_version = schema_version + 1 where id = $1',
        [world.demo.dataTableId, JSON.stringify({ ...match, newerBy: null })],
      )
    const before = await deadlocks()
    const storm = await Storm.create(world, other)
    await storm.run()
    expect(await deadlocks()).toEqual(before)
    expect(storm.jobsOverRecords).toBe(2 * 6 * turns)
    await world.drain()
    await expectEachReachedOnce()
    await expectJobsOfTheirSize()
    await expectExactMeters()
  })

  const rowsOf = async <Row extends object>(text: string): Promise<Row[]> =>
    (await world.sql.query<Row>(text)).rows

  const deadlocks = () =>
    rowsOf<{ deadlocks: string }>('select deadlocks from pg_stat_database where datname = current_database()')

  /** Expects that each record was reached, and by at most one job over new records. */
  async function expectEachReachedOnce(): Promise<void> {
    const recipients = await rowsOf<{ record_id: string; plain: string; named: string }>(`
      select r.record_id, count(*) filter (where not j.has_explicit_audience and j.to_seq - j.from_seq <> 1) as plain, count(*) as named
        from recipients r join jobs j on j.id = r.job_id group by 1`)
    const reached = new Set(recipients.map(({ record_id: id }) => id))
    const all = await rowsOf<{ id: string }>('select id from records')
    expect(all.filter(({ id }) => !reached.has(id))).toEqual([])
    expect(recipients.filter(({ plain }) => Number(plain) > 1)).toEqual([])
  }

  /** Expects that each job is completed, and has as many recipients as records. */
  async function expectJobsOfTheirSize(): Promise<void> {
    expect(await rowsOf("select id, status from jobs where status <> 'completed'")).toEqual([])
    const wrong = await rowsOf(`
      select j.id, j.has_explicit_audience, j.from_seq, j.to_seq, j.to_records - j.from_records as size, count(r.record_id)
        from jobs j left join recipients r on r.job_id = j.id group by j.id
      having j.to_records - j.from_records <> count(r.record_id)`)
    expect(wrong).toEqual([])
  }

  /** Expects that the meters have counted each record and each job once. */
  async function expectExactMeters(): Promise<void> {
    const meters = await rowsOf<{ meter: string; used: string }>(
      `select m.meter, u.used from meters m
          cross join meter_of(p_organization => m.organization_id, p_meter => m.meter, p_period => m.period) u`,
    )
    const used = Object.fromEntries(meters.map(({ meter, used: amount }) => [meter, Number(amount)]))
    const [counts] = await rowsOf<{ records: string; jobs: string }>(
      'select (select count(*) from records) as records, (select count(*) from jobs) as jobs',
    )
    expect(used).toEqual({ records: Number(counts?.records), jobs: Number(counts?.jobs) })
  }
})

interface Process {
  readonly jobs: JobStarter
  readonly records: RecordAppender
}

/** `Storm` is the clients of two processes of the test that use one data table at the same time. */
class Storm {
  /** The number of jobs that clients have started over records that they sent along. */
  jobsOverRecords = 0
  readonly #world: World
  readonly #processes: readonly Process[]
  readonly #tableSchema: TableSchema
  readonly #caller: Credential
  #next = 0

  private constructor(world: World, processes: readonly Process[], tableSchema: TableSchema) {
    this.#world = world
    this.#processes = processes
    this.#tableSchema = tableSchema
    this.#caller = { kind: 'apiKey', digest: digest(world.demo.apiKey) }
  }

  static async create(world: World, other: Database): Promise<Storm> {
    const { container, clock, demo } = world
    const table = await container.get(DataTableStore).find(demo.organizationId, demo.dataTableId)
    if (table === null) throw new Error('The demo has a table')
    const processes = [
      { jobs: container.get(JobStarter), records: container.get(RecordAppender) },
      {
        jobs: new PostgresJobStarter(other, clock),
        records: new PostgresRecordAppender(other, clock),
      },
    ]
    return new Storm(world, processes, new TableSchema(table))
  }

  /** Runs all clients at once, and then starts a job in each process over the records that are left. */
  async run(): Promise<void> {
    await Promise.all(
      this.#processes.flatMap(({ jobs, records }) => [
        ...this.#clients(6, () => this.#bring(jobs)),
        ...this.#clients(4, () => jobs.start(this.#order())),
        ...this.#clients(4, () => this.#append(records)),
        ...this.#clients(2, () => this.#name(jobs)),
      ]),
    )
    await Promise.all(this.#processes.map(({ jobs }) => jobs.start(this.#order())))
  }

  #clients(count: number, request: () => Promise<unknown>): readonly Promise<void>[] {
    return Array.from({ length: count }, async () => {
      for (let turn = 0; turn < turns; turn++) await request()
    })
  }

  /** Starts a job over records that the trigger contains. */
  async #bring(jobs: JobStarter): Promise<void> {
    const target = await jobs.target(this.#order(), this.#world.demo.organizationId)
    if (target === null) throw new Error('The spinner is published')
    // Some of the test's records repeat earlier leads, so they change stored records instead of adding new ones.
    const records = [lead(this.#next++), lead(this.#next % 20), lead(this.#next++)]
    const audience = { kind: 'records', records, requestId: 'bring', target } as const
    if ((await jobs.start(this.#order(), { ...requested, audience })) !== null) this.jobsOverRecords++
  }

  async #append(records: RecordAppender): Promise<void> {
    const { dataTableId } = this.#world.demo
    const arrival = { dataTableId, records: [lead(this.#next++)], idempotency: null, requestId: 'x' }
    await records.append({ ...arrival, credential: this.#caller }, this.#tableSchema)
  }

  /** Starts a job over three stored records. */
  async #name(jobs: JobStarter): Promise<void> {
    const { rows } = await this.#world.sql.query<{ id: string }>(
      'select id from records order by random() limit 3',
    )
    const left = { excluded: [], unknown: [] }
    const recordIds = rows.map(({ id }) => id)
    const audience = { kind: 'named', recordIds, left, isUnchecked: false, schemaVersion: null } as const
    await jobs.start(this.#order(), { ...requested, audience })
  }

  #order(): JobOrder {
    const { spinnerId } = this.#world.demo
    const jobId = this.#world.container.get(Ids).next()
    return { jobId, caller: this.#caller, spinnerId, idempotency: null }
  }
}
