import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { Ids } from '../../../../src/ports/ids.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { IngestRecords } from '../../../../src/use-cases/arrival/ingest-records.ts'
import { TriggerSpinner } from '../../../../src/use-cases/job/trigger-spinner.ts'
import { leads } from '../../../support/api.ts'
import { createTenant, type Tenant } from '../../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../../support/until.ts'
import { createWorld, type World } from '../../../support/world.ts'

describe('a turn', () => {
  let world: World
  let slices: Slices
  let tenant: Tenant
  beforeAll(async () => {
    world = await createWorld()
    slices = world.container.get(Slices)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.sql.query('truncate jobs, slices, recipients, recipient_actions')
    await world.inspect.loseTurns()
    tenant = await createTenant(world, { audience: 'all' })
    await ingest(tenant)
  })

  const ingest = ({ key, dataTableId }: Tenant) =>
    world.container.get(IngestRecords).execute({
      credential: key,
      dataTableId,
      records: leads(1),
      idempotency: null,
      requestId: 'request',
    })
  const trigger = async ({ key, spinnerId }: Tenant): Promise<string> => {
    const order = { caller: key, spinnerId, idempotency: null }
    return (await world.container.get(TriggerSpinner).execute(order)).answer.jobId
  }
  const newLease = () => ({ holder: world.container.get(Ids).next(), seconds: 60 })
  const takeNext = (nth: number, without: string[] = []) =>
    slices.takeNext(tenant.organizationId, { nth, without }, newLease())
  /** Adds running jobs to the test's database, each with one slice that is due. */
  const addDue = (organizationId: string | null, count: number, from = tenant) =>
    world.sql.query(
      `with running as (
         insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source, status,
                           from_seq, from_records, to_seq, to_records, cut_seq, created_at)
         select gen_random_uuid(), $2, $3, 1, $4, 'api', 'running', 0, 0, 0, 1, 0, now() from generate_series(1, $5::int)
         returning id
       )
       insert into slices (job_id, no, organization_id, due_at)
       select id, 1, $1, $6::timestamptz - interval '1 minute' from running`,
      [organizationId, from.organizationId, from.spinnerId, from.dataTableId, count, world.clock.now()],
    )

  it('is requested again while the earlier one is being taken', async () => {
    await slices.requestTurns([tenant.organizationId])
    const requester = await world.connect()
    const runtime = new pg.Client({ connectionString: world.databaseUrl })
    await runtime.connect()
    await runtime.query('begin')
    await runtime.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a runtime'")
    const asking = requester.query('select request_turns(p_organizations => $1)', [[tenant.organizationId]])
    await untilLocksAreAwaited(world.sql)
    await runtime.query('commit')
    await runtime.end()
    await asking
    expect(await world.inspect.turns()).toEqual([{ organizationId: tenant.organizationId }])
  })

  it('is not written again while its entry waits for any runtime', async () => {
    const revisions = async () => {
      const { rows } = await world.sql.query<{ revision: number }>(
        'select revision from graphile_worker.jobs',
      )
      return rows.map(({ revision }) => revision)
    }
    await slices.requestTurns([tenant.organizationId])
    await slices.requestTurns([tenant.organizationId])
    expect(await revisions()).toEqual([0])
    // The entry has failed, so its next attempt is later.
    await world.sql.query(
      "update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 minute'",
    )
    await slices.requestTurns([tenant.organizationId])
    expect(await revisions()).toEqual([1])
  })

  it('is requested for the same organizations by two transactions at once, whatever plans PostgreSQL has made', async () => {
    // Each entry takes 10 ms, so that the transactions overlap. The joins of graphile-worker's function decide in which
    // order it locks entries, and sessions may have planned them differently.
    await world.sql.query(
      `create function take_a_while() returns trigger language plpgsql as
         $$ begin perform pg_sleep(0.01); return new; end $$;
       create trigger take_a_while before insert on graphile_worker._private_jobs
         for each row execute function take_a_while()`,
    )
    const organizationIds = Array.from({ length: 10 }, () => world.container.get(Ids).next())
    const sessions = await Promise.all(
      ['nestloop', 'hashjoin'].map(async (join) => {
        const session = new pg.Client({ connectionString: world.databaseUrl })
        await session.connect()
        await session.query(`set enable_mergejoin = off; set enable_${join} = off`)
        return session
      }),
    )
    const request = 'select request_turns(p_organizations => $1)'
    try {
      await Promise.all(sessions.map((session) => session.query(request, [organizationIds])))
      expect(await world.inspect.turns()).toHaveLength(10)
    } finally {
      for (const session of sessions) await session.end()
      await world.sql.query('drop function take_a_while cascade')
    }
  })

  it('skips a job that cannot be leased, and reports it if there is no other', async () => {
    const broken = await trigger(tenant)
    await world.sql.query('update jobs set to_seq = 99, cut_seq = 98 where id = $1', [broken])
    await expect(takeNext(0)).rejects.toThrow('the ledger has not all appends')
    const sound = await trigger(tenant)
    expect((await takeNext(0))?.jobId).toBe(sound)
  })

  it('skips jobs that have failed in it', async () => {
    const [one, other] = [await trigger(tenant), await trigger(tenant)]
    expect((await takeNext(0, [one]))?.jobId).toBe(other)
    expect(await takeNext(1, [one])).toBeNull()
  })

  it('never gives one slice to two workers at once, and gives each worker one', async () => {
    await addDue(tenant.organizationId, 30)
    const taken = await Promise.all(Array.from({ length: 30 }, (_, nth) => takeNext(nth % 4)))
    expect(new Set(taken.map((slice) => slice?.jobId)).size).toBe(30)
  })

  it('is found by the sweep although the records of a cancelled job cannot be returned', async () => {
    const cancelled = await trigger(tenant)
    await addDue(tenant.organizationId, 1)
    await world.sql.query("update jobs set status = 'cancelled', releases_records = true where id = $1", [
      cancelled,
    ])
    await world.sql.query(
      'insert into slices (job_id, no, organization_id, due_at) values ($1, 1, $2, now())',
      [cancelled, tenant.organizationId],
    )
    await world.sql.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
       create trigger refuse before update on slices for each row when (old.job_id = '${cancelled}')
         execute function refuse()`,
    )
    try {
      expect(await slices.due(null, 10)).toEqual([tenant.organizationId])
    } finally {
      await world.sql.query('drop function refuse cascade')
    }
  })

  it('is found by the sweep for each organization, even if one has more due slices than the sweep reads', async () => {
    const others = [await createTenant(world), await createTenant(world), await createTenant(world)]
    await addDue(tenant.organizationId, 1_200)
    for (const other of others) await addDue(other.organizationId, 1, other)
    const all = [tenant, ...others].map(({ organizationId }) => organizationId).toSorted()
    expect(await slices.due(null, 10)).toEqual(all)
    expect(await slices.due(null, 2)).toEqual(all.slice(0, 2))
    expect(await slices.due(all[1] ?? null, 10)).toEqual(all.slice(2))
    await world.sql.query(
      "update slices set due_at = $2::timestamptz + interval '1 hour' where organization_id = $1",
      [others[0]?.organizationId, world.clock.now()],
    )
    expect(await slices.due(null, 10)).toEqual(all.filter((id) => id !== others[0]?.organizationId))
  })
})
