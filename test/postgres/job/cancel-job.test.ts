import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { Jobs } from '../../../src/use-cases/job/jobs.ts'

import { RetryFailed } from '../../../src/use-cases/job/retry-failed.ts'
import { type Api, createApi, leads } from '../../support/api.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a cancellation', () => {
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
  const cancel = () =>
    world.container.get(Jobs).cancel({ organizationId: world.demo.organizationId, by: operator }, jobId)
  const marked = async () => {
    const { rows } = await world.sql.query<{ count: string }>(
      'select coalesce(sum(cardinality(sending)), 0) as count from slices',
    )
    return Number(rows[0]?.count)
  }

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

  async function answered(steps: string[]): Promise<void> {
    await cancel()
    steps.push('the cancel is answered')
  }

  it('is answered only after an active mark in another process', async () => {
    await beginMark()
    const steps: string[] = []
    const cancelling = answered(steps)
    await untilLocksAreAwaited(world.sql)
    steps.push('the mark is committed')
    await other.query('commit')
    await cancelling
    expect(steps).toEqual(['the mark is committed', 'the cancel is answered'])
    expect(await marked()).toBe(1)
  })

  it('is followed by no mark, even of a worker that began before the answer', async () => {
    const { slice, held } = await taken()
    await beginMark()
    const cancelling = cancel()
    await untilLocksAreAwaited(world.sql)
    const [first] = slice.recipients
    const mark = { recordId: first?.recordId ?? '', step: 0, address: null }
    const marking = slices.settleAndMark(slice, held, [], [mark])
    await untilLocksAreAwaited(world.sql, 2)
    await other.query('commit')
    await cancelling
    expect([(await marking).wasJobRunning, await marked()]).toEqual([false, 1])
  })

  const returned = async () => {
    const { rows } = await world.sql.query<{ records: string }>(
      'select coalesce(sum(records), 0) as records from audience_parts where taken_by_job_id is null',
    )
    return Number(rows[0]?.records)
  }

  it('returns what a killed worker held, after its lease has ended', async () => {
    await taken()
    await cancel()
    expect(await returned()).toBe(500)
    await slices.due(null, 10)
    expect(await returned()).toBe(500)
    await world.sql.query('update slices set lease_until = now()')
    await slices.due(null, 10)
    expect(await returned()).toBe(1_000)
    const { rows } = await world.sql.query('select releases_records from jobs')
    expect(rows).toEqual([{ releases_records: false }])
  })

  it('returns a slice that was released at the same moment, with the sweep', async () => {
    const { slice, held } = await taken()
    await other.query('begin')
    await other.query('select release_slice(p_job => $1, p_slice => $2, p_holder => $3, p_now => now())', [
      jobId,
      slice.no,
      held.holder,
    ])
    await cancel()
    await other.query('commit')
    expect(await returned()).toBe(500)
    await slices.due(null, 10)
    expect(await returned()).toBe(1_000)
  })

  it('leaves slices beyond one commit to the sweep', async () => {
    await taken()
    await world.sql.query(
      `insert into slices (job_id, no, organization_id, due_at)
       select $1, n, organization_id, now() + interval '1 day' from slices, generate_series(2, 130) n`,
      [jobId],
    )
    const open = async () => {
      const { rows } = await world.sql.query("select count(*)::int as open from slices where status = 'open'")
      return rows[0]?.open
    }
    await cancel()
    expect(await open()).toBe(30)
    await slices.due(null, 10)
    expect(await open()).toBe(1)
  })

  it('does not deadlock with a pause of the spinner, another cancellation, or a retry', async () => {
    await taken()
    await cancel()
    await world.sql.query("update slices set lease_until = now(), status = 'open'")
    const { organizationId } = world.demo
    const retry = { organizationId, jobId, codes: null, version: 'same', by: operator } as const
    const meanwhile = {
      sweep: () => slices.due(null, 10),
      retry: () => world.container.get(RetryFailed).execute(retry),
    }
    for (const [who, goOn] of Object.entries(meanwhile)) {
      await other.query('begin')
      await other.query('select from spinners for no key update')
      const going = goOn().catch(() => {})
      await untilLocksAreAwaited(world.sql)
      // Expects that the job is not locked while the waiting cancel needs the spinner's lock. A process that
      // holds the spinner's lock and needs the job's next would otherwise deadlock with it.
      const found = await other.query('select from jobs where id = $1 for no key update skip locked', [jobId])
      await other.query('rollback')
      await going
      expect([who, found.rowCount]).toEqual([who, 1])
    }
  })

  it('leaves a scheduled job of the spinner free for a pause while the sweep waits for the spinner', async () => {
    await taken()
    await cancel()
    await api.ingest(leads(1, 1_000))
    const later = String((await api.trigger()).body['jobId'])
    await world.sql.query("update jobs set status = 'scheduled', starts_at = $2 where id = $1", [
      later,
      world.clock.now(),
    ])
    await other.query('begin')
    await other.query('select from stored_spinners for no key update')
    const sweeping = slices.due(null, 10)
    await untilLocksAreAwaited(world.sql)
    const found = await other.query('select from jobs where id = $1 for no key update skip locked', [later])
    await other.query('rollback')
    await sweeping
    expect(found.rowCount).toBe(1)
    const { rows } = await world.sql.query('select status from jobs where id = $1', [later])
    expect(rows).toEqual([{ status: 'queued' }])
  })

  it('is on disk when it is answered', async () => {
    await other.query('begin')
    await other.query('select cancel_job(p_job => $1, p_at => now())', [jobId])
    const { rows } = await other.query('show synchronous_commit')
    await other.query('commit')
    expect(rows).toEqual([{ synchronous_commit: 'on' }])
  })

  it('does not slow slices before it: no mark waits for another', async () => {
    await beginMark()
    const { slice, held } = await taken()
    const [first] = slice.recipients
    const mark = { recordId: first?.recordId ?? '', step: 0, address: null }
    expect((await slices.settleAndMark(slice, held, [], [mark])).wasJobRunning).toBe(true)
    await other.query('commit')
  })
})
