import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import { causeOf } from '../../../src/domain/reason.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'
import { SpinnerPauses } from '../../../src/use-cases/job/pause/spinner-pauses.ts'

import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { type Api, createApi, leads } from '../../support/api.ts'
import { programOfLength } from '../../support/program.ts'
import { createTenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('pauses across processes', () => {
  let world: World
  let api: Api
  let slices: Slices
  let jobId: string
  /** The database connection of another runtime, which the test controls. */
  let other: pg.Client

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    slices = world.container.get(Slices)
    for (const from of [0, 500]) await api.ingest(leads(500, from))
    jobId = String((await api.trigger()).body['jobId'])
    other = await world.connect()
  })
  afterEach(() => world.close())

  const lease = () => ({ holder: world.container.get(Ids).next(), seconds: 60 })
  const ofJob = () => ({ organizationId: world.demo.organizationId, jobId, by: operator })
  const ofSpinner = () => ({
    organizationId: world.demo.organizationId,
    spinnerId: world.demo.spinnerId,
    by: operator,
  })
  const pauses = {
    job: () => world.container.get(Jobs).pause(ofJob(), jobId),
    spinner: () => world.container.get(SpinnerPauses).pause(ofSpinner(), world.demo.spinnerId),
  }
  const resumes = {
    job: () => world.container.get(Jobs).resume(ofJob(), jobId),
    spinner: () => world.container.get(SpinnerPauses).resume(ofSpinner(), world.demo.spinnerId),
  }
  const finishResumptions = () =>
    world.container.get(SpinnerPauses).finishResumptions(new AbortController().signal)
  const cancel = () => world.container.get(Jobs).cancel(ofJob(), jobId)
  const view = async () => await world.container.get(JobStore).find(world.demo.organizationId, jobId)
  async function one<Value>(text: string, values: unknown[] = []): Promise<Value> {
    const { rows } = await world.sql.query<{ value: Value }>(text, values)
    return rows[0]?.value as Value
  }
  const marked = () => one<number>('select coalesce(sum(cardinality(sending)), 0)::int as value from slices')

  async function taken(): Promise<{ slice: LeasedSlice; held: ReturnType<typeof lease> }> {
    const held = lease()
    const slice = await slices.take(jobId, held)
    if (slice === null) throw new Error('A slice was expected')
    return { slice, held }
  }

  /**
   * Marks the first recipient of a slice in a transaction of the test that stays open, as if its runtime had
   * not committed yet.
   */
  async function beginMark(): Promise<void> {
    const { slice, held } = await taken()
    await other.query('begin')
    await other.query(
      `select settle_and_mark_people(
         p_job => $1, p_slice => $2, p_holder => $3, p_seconds => 60, p_heeds_policy => false, p_now => now(),
         p_settled => '{"ids": []}', p_released => null,
         p_marked => jsonb_build_object('ids', array[$4::bigint], 'addresses', array[null], 'digests', '[]'::jsonb, 'steps', array[0]))`,
      [jobId, slice.no, held.holder, slice.recipients[0]?.recordId],
    )
  }

  describe.each(['job', 'spinner'] as const)('a pause of a %s', (what) => {
    it('is answered only after an active mark in another process', async () => {
      await beginMark()
      const steps: string[] = []
      const pausing = pauses[what]().then(() => steps.push('the pause is answered'))
      await untilLocksAreAwaited(world.sql)
      steps.push('the mark is committed')
      await other.query('commit')
      await pausing
      expect(steps).toEqual(['the mark is committed', 'the pause is answered'])
      expect(await marked()).toBe(1)
    })

    it('is followed by no mark, even of a worker that began before the answer', async () => {
      const { slice, held } = await taken()
      await beginMark()
      const pausing = pauses[what]()
      await untilLocksAreAwaited(world.sql)
      const mark = { recordId: slice.recipients[0]?.recordId ?? '', step: 0, address: null }
      const marking = slices.settleAndMark(slice, held, [], [mark])
      await untilLocksAreAwaited(world.sql, 2)
      await other.query('commit')
      await pausing
      expect([(await marking).wasJobRunning, await marked()]).toEqual([false, 1])
    })

    it('takes nothing from a worker, and released recipients then wait for the resumption', async () => {
      const { slice, held } = await taken()
      await other.query('begin')
      await other.query('select release_slice(p_job => $1, p_slice => $2, p_holder => $3, p_now => now())', [
        jobId,
        slice.no,
        held.holder,
      ])
      await pauses[what]()
      await other.query('commit')
      await slices.due(null, 10)
      expect(await one('select status as value from slices')).toBe('paused')
      await resumes[what]()
      expect(await one('select status as value from slices')).toBe('open')
      expect((await taken()).slice.recipients).toHaveLength(500)
    })

    it('leaves a slice open that is released while the job is resumed', async () => {
      const { slice, held } = await taken()
      await pauses[what]()
      await other.query('begin')
      await other.query('select release_slice(p_job => $1, p_slice => $2, p_holder => $3, p_now => now())', [
        jobId,
        slice.no,
        held.holder,
      ])
      await resumes[what]()
      await other.query('commit')
      await slices.due(null, 10)
      expect(await one('select status as value from slices')).toBe('open')
    })

    it('pauses the slice of a killed worker after its lease has ended', async () => {
      await taken()
      await pauses[what]()
      await slices.due(null, 10)
      expect(await one('select status as value from slices')).toBe('open')
      await world.sql.query('update slices set lease_until = now()')
      await slices.due(null, 10)
      expect(await one('select status as value from slices')).toBe('paused')
      await resumes[what]()
      expect((await taken()).slice.lostLeases).toBe(1)
    })

    it('counts the results of a killed worker, after its lease has ended', async () => {
      const { slice, held } = await taken()
      const [first] = slice.recipients
      const tried = { recordId: first?.recordId ?? '', step: 0, attempts: 0 }
      const outcome = { kind: 'failed', ...causeOf('MESSAGE_REFUSED') } as const
      await slices.settleAndMark(slice, held, [settleStep(tried, outcome, programOfLength(1), 0)], [])
      await pauses[what]()
      await world.sql.query('update slices set lease_until = now()')
      await slices.due(null, 10)
      expect(await one('select failed as value from slices')).toBe(1)
      expect(await view()).toMatchObject({
        counts: { failed: 1 },
        reasons: [{ code: 'MESSAGE_REFUSED', count: 1 }],
      })
    })

    it('ends as one of the requested states, whatever is requested at once', async () => {
      const { slice, held } = await taken()
      for (let round = 0; round < 12; round++) {
        const requested = [pauses[what], resumes[what], pauses[what], resumes[what], pauses[what]]
        const settled = await Promise.allSettled([
          ...requested.map((ask) => ask()),
          slices.due(null, 10),
          slices.settleAndMark(slice, held, [], []),
        ])
        expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
        const { status } = (await view()) ?? {}
        expect(status === 'paused' || status === 'running').toBe(true)
      }
      await resumes[what]()
      expect(await view()).toMatchObject({ status: 'running', pause: null })
      expect(await one("select count(*)::int as value from slices where status = 'paused'")).toBe(0)
    })

    it('ends as cancelled if the job is cancelled at once, with everything returned', async () => {
      const settled = await Promise.allSettled([pauses[what](), cancel(), pauses[what](), resumes[what]()])
      const faults = settled.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
      for (const fault of faults) expect(fault).toMatchObject({ code: 'CONFLICT' })
      expect(await view()).toMatchObject({ status: 'cancelled', pause: null })
      expect(
        await one('select sum(records)::int as value from audience_parts where taken_by_job_id is null'),
      ).toBe(1_000)
    })
  })

  it('a spinner is completely paused even if the pausing process was killed before its answer', async () => {
    await beginMark()
    const pausing = pauses.spinner().catch(() => {})
    // Expects that a pause is committed before it waits for the runtime that is marking a message.
    await untilLocksAreAwaited(world.sql)
    expect(await view()).toMatchObject({ status: 'paused' })
    const { rowCount } = await world.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%wait_for_marks%' and pid <> pg_backend_pid()`,
    )
    expect(rowCount).toBeGreaterThan(0)
    await pausing
    const again = pauses.spinner()
    await untilLocksAreAwaited(world.sql)
    await other.query('commit')
    await again
    const { slice, held } = await taken().catch(() => ({ slice: null, held: null }))
    expect([slice, held, await marked()]).toEqual([null, null, 1])
  })

  it('a spinner with more jobs than the lock table has room for is paused and resumed', async () => {
    await world.sql.query(
      `insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source, status,
                         from_seq, from_records, to_seq, to_records, cut_seq, created_at, started_at)
       select gen_random_uuid(), j.organization_id, j.spinner_id, j.spinner_version, j.data_table_id, j.source, 'running',
              0, 0, 0, 1, 0, now(), now()
         from jobs j, generate_series(1, 12000) where j.id = $1`,
      [jobId],
    )
    await world.sql.query(
      `insert into slices (job_id, no, organization_id, due_at, lease_holder, lease_until)
       select j.id, 1, j.organization_id, now() + interval '1 day', case when random() < 0.01 then gen_random_uuid() end, null
         from jobs j where j.id <> $1`,
      [jobId],
    )
    const states = () => one<number>("select count(*)::int as value from jobs where status = 'paused'")
    await pauses.spinner()
    expect(await states()).toBe(12_001)
    await resumes.spinner()
    expect(await states()).toBe(0)
    expect(await one("select count(*)::int as value from slices where status = 'paused'")).toBe(0)
  })

  describe('of a spinner with many jobs', () => {
    const states = () => one<number>("select count(*)::int as value from jobs where status = 'paused'")
    const spinnerIsPaused = () =>
      one<boolean>('select paused_at is not null as value from stored_spinners where id = $1', [
        world.demo.spinnerId,
      ])
    /** Marks the spinner as paused or resumed, as a process does that dies right after. */
    const beginPause = async (paused: boolean) => {
      await world.sql.query(
        'update stored_spinners set paused_at = case when $2 then now() end where id = $1',
        [world.demo.spinnerId, paused],
      )
    }
    const lastOf = () => one<string>('select id::text as value from jobs order by id desc limit 1')
    beforeEach(() =>
      world.sql.query(
        `insert into jobs (id, organization_id, spinner_id, spinner_version, data_table_id, source, status,
                           from_seq, from_records, to_seq, to_records, cut_seq, created_at)
         select gen_random_uuid(), j.organization_id, j.spinner_id, j.spinner_version, j.data_table_id, j.source, 'queued',
                0, 0, 1, 500, 0, now()
           from jobs j, generate_series(1, 1100) where j.id = $1`,
        [jobId],
      ),
    )

    it('are committed in parts, of which each holds the spinner for a short time', async () => {
      const last = await lastOf()
      for (const [change, before, after] of [
        [pauses.spinner, 1_000, 1_101],
        [resumes.spinner, 101, 0],
      ] as const) {
        await other.query('begin')
        await other.query('select from jobs where id = $1 for no key update', [last])
        const changing = change()
        await untilLocksAreAwaited(world.sql)
        expect([await states(), await spinnerIsPaused()]).toEqual([before, change === pauses.spinner])
        await other.query('commit')
        await changing
        expect(await states()).toBe(after)
      }
    })

    it('are paused 60 in a turn after the process that paused the spinner has died, and lease nothing', async () => {
      const { slice, held } = await taken()
      await slices.release(slice, held)
      await beginPause(true)
      const { organizationId } = world.demo
      for (const [nth, paused] of [
        [0, 60],
        [2, 120],
      ] as const) {
        expect(await slices.takeNext(organizationId, { nth, without: [] }, lease())).toBeNull()
        expect(await states()).toBe(paused)
      }
      // The second turn began with the job whose slice was due.
      expect(await view()).toMatchObject({ status: 'paused', pause: { reason: 'spinner' } })
      expect(await one('select count(*)::int as value from slices where lease_holder is not null')).toBe(0)
      await pauses.spinner()
      expect(await states()).toBe(1_101)
    })

    it('are resumed by a periodic task after the process that resumed the spinner has died', async () => {
      await pauses.job()
      await pauses.spinner()
      await beginPause(false)
      await finishResumptions()
      expect([await states(), await view()]).toEqual([1, expect.objectContaining({ status: 'paused' })])
    })

    it('are resumed for one spinner in a transaction, so that it requests the turn of one organization', async () => {
      const tenants = [await createTenant(world), await createTenant(world)]
      for (const own of tenants) {
        await own.ingest(leads(1))
        const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
        await world.container.get(TriggerSpinner).execute(command)
      }
      const ofTenants = tenants.map(({ organizationId }) => organizationId)
      await world.sql.query(
        "update jobs set status = 'paused', paused_by = 'spinner', paused_at = now() where organization_id = any($1)",
        [ofTenants],
      )
      const finish = () => world.container.get(UnitOfWork).run((tx) => tx.jobs.finishSpinnerResumptions(500))
      expect([await finish(), await finish(), await finish()]).toEqual([1, 1, 0])
    })

    it('end as one of the requested states, whatever is requested at once', async () => {
      for (let round = 0; round < 4; round++) {
        const requested = [pauses.spinner, resumes.spinner, pauses.spinner, resumes.spinner]
        const settled = await Promise.allSettled([
          ...requested.map((ask) => ask()),
          slices.due(null, 10),
          finishResumptions(),
        ])
        expect(settled.filter(({ status }) => status === 'rejected')).toEqual([])
        expect(await states()).toBe((await spinnerIsPaused()) ? 1_101 : 0)
      }
    })
  })

  it('slices of a paused job delay no other: neither in the turn of its organization nor in the sweep', async () => {
    await taken()
    await world.sql.query(
      `insert into slices (job_id, no, organization_id, due_at)
       select $1, n, organization_id, now() - interval '1 hour' from slices, generate_series(2, 1500) n`,
      [jobId],
    )
    await pauses.job()
    const later = String((await api.trigger()).body['jobId'])
    await api.ingest(leads(1, 1_000))
    const next = await slices.takeNext(world.demo.organizationId, { nth: 2, without: [] }, lease())
    expect([next, later]).not.toContain(jobId)
    const { rows } = await world.sql.query<{ status: string; count: number }>(
      'select status, count(*)::int as count from slices group by status order by status',
    )
    expect(rows).toEqual([
      { status: 'open', count: 1 },
      { status: 'paused', count: 1_499 },
    ])
  })
})

describe('a scheduled job', () => {
  let world: World
  let api: Api
  let slices: Slices
  let jobId: string
  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    slices = world.container.get(Slices)
    await api.ingest(leads(3))
    jobId = world.container.get(Ids).next()
  })
  afterEach(() => world.close())

  const lease = () => ({ holder: world.container.get(Ids).next(), seconds: 60 })
  const view = async () => await world.container.get(JobStore).find(world.demo.organizationId, jobId)
  async function start(seconds: number): Promise<void> {
    const { organizationId, spinnerId } = world.demo
    await world.sql.query(
      `select trigger_jobs(
         p_now => $5, p_period => '2026-11',
         p_triggers => jsonb_build_object(
           'digests', array[null], 'organizations', array[$1::uuid], 'spinners', array[$2::uuid], 'jobs', array[$3::uuid],
           'options', array[jsonb_build_object('startsAt', $5::timestamptz + make_interval(secs => $4), 'answer', '{}'::jsonb)]),
         p_appends => null, explicit_entries => null, explicit_ids => null, explicit_seqs => null)`,
      [organizationId, spinnerId, jobId, seconds, world.clock.now()],
    )
  }
  const passes = () => world.clock.advance(3_600)

  it('is not due before its time, and is queued until then', async () => {
    await start(3_600)
    expect(await view()).toMatchObject({ status: 'queued', startsAt: expect.any(Date), unattended: false })
    expect(await slices.due(null, 10)).toEqual([])
    expect(await slices.take(jobId, lease())).toBeNull()
    expect(await slices.takeNext(world.demo.organizationId, { nth: 0, without: [] }, lease())).toBeNull()
    const listed = await world.container
      .get(JobStore)
      .list(world.demo.organizationId, { spinnerId: null, status: 'queued' }, { limit: 10, after: null })
    expect(listed.items.map(({ id }) => id)).toEqual([jobId])
  })

  it('is due with the first sweep after its time', async () => {
    await start(3_600)
    passes()
    expect(await slices.due(null, 10)).toEqual([world.demo.organizationId])
    expect((await slices.take(jobId, lease()))?.recipients).toHaveLength(3)
  })

  it('can be cancelled before its time, and returns its records', async () => {
    await start(3_600)
    const command = { organizationId: world.demo.organizationId, jobId, by: operator }
    await world.container.get(Jobs).cancel(command, command.jobId)
    passes()
    expect(await slices.due(null, 10)).toEqual([])
    expect((await view())?.status).toBe('cancelled')
    const { rows } = await world.sql.query('select sum(records)::int as records from audience_parts')
    expect(rows).toEqual([{ records: 3 }])
  })

  it('keeps its time when it is paused and resumed, and begins at once if that has passed', async () => {
    await start(3_600)
    const command = { organizationId: world.demo.organizationId, jobId, by: operator }
    const [pause, resume] = [world.container.get(Jobs), world.container.get(Jobs)]
    await pause.pause(command, command.jobId)
    await resume.resume(command, command.jobId)
    expect(await slices.due(null, 10)).toEqual([])
    await pause.pause(command, command.jobId)
    passes()
    expect(await slices.due(null, 10)).toEqual([])
    await resume.resume(command, command.jobId)
    expect(await slices.due(null, 10)).toEqual([world.demo.organizationId])
  })
})
