import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { FinishOutdatedWaits } from '../../../src/use-cases/job/waits/finish-outdated-waits.ts'
import { renewWaits } from '../../../src/use-cases/renew-waits.ts'
import { ChangeSender } from '../../../src/use-cases/sender/change-sender.ts'
import { Senders } from '../../../src/use-cases/sender/senders.ts'

import { leads } from '../../support/api.ts'
import { addSender, changeSender } from '../../support/data/senders.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the resumption of a sender', () => {
  let world: World
  let own: Tenant
  let senderId: string
  let jobId: string
  /** The database connection of a runtime that stores what it has sent in a slice. */
  let runtime: pg.Client

  beforeAll(async () => {
    world = await createWorld()
    runtime = await world.connect()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
    senderId = await addSender(world, own.organizationId)
    await changeSender(world, senderId, { status: 'paused' })
    await own.ingest(leads(3))
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    jobId = (await world.container.get(TriggerSpinner).execute(command)).answer.jobId
    world.clock.follow()
    const slices = world.container.get(Slices)
    const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    const slice = await slices.take(jobId, lease)
    if (slice === null) throw new Error('A slice was expected')
    await slices.release(slice, lease)
  })

  /** Makes all recipients of the job wait for an hour. */
  const wait = async (reason: string) => {
    const evidence = JSON.stringify(reason === 'WAIT_STEP' ? {} : { senderId })
    await world.sql.query(
      `update recipients set status = 'waiting', reason = $2, evidence = $3, due_at = now() + interval '1 hour' where job_id = $1`,
      [jobId, reason, evidence],
    )
    await world.sql.query(
      `update slices set due_at = now() + interval '1 hour',
              reasons = jsonb_build_array(jsonb_build_object('code', $2::text, 'status', 'waiting', 'count', 3)) where job_id = $1`,
      [jobId, reason],
    )
  }
  const resume = () => {
    const { organizationId } = own
    const command = { organizationId, senderId, spinnerId: null, by: operator }
    return world.container.get(Senders).resume(command, command.senderId, command.spinnerId)
  }
  const state = async () =>
    (await world.sql.query<{ status: string }>('select status from senders where id = $1', [senderId]))
      .rows[0]?.status
  const due = async () =>
    (
      await world.sql.query<{ due: number }>(
        'select count(*)::int as due from recipients where job_id = $1 and due_at <= $2',
        [jobId, world.clock.now()],
      )
    ).rows[0]?.due

  it('does not lock slices in which nobody waits for a sender', async () => {
    await wait('WAIT_STEP')
    await runtime.query('begin')
    await runtime.query('select from slices where job_id = $1 for no key update', [jobId])
    const resuming = resume().then(() => 'resumed')
    const first = await Promise.race([resuming, untilLocksAreAwaited(world.sql).then(() => 'blocked')])
    await runtime.query('commit')
    await resuming
    expect([first, await state(), await due()]).toEqual(['resumed', 'connected', 0])
  })

  it('is committed before it waits for slices, whose recipients are then due', async () => {
    await wait('SENDER_PAUSED')
    await runtime.query('begin')
    await runtime.query('select from slices where job_id = $1 for no key update', [jobId])
    const resuming = resume()
    await untilLocksAreAwaited(world.sql)
    const whileBlocked = await state()
    await runtime.query('commit')
    await resuming
    expect([whileBlocked, await due()]).toEqual(['connected', 3])
  })

  it('holds no lock on its change while it waits for slices, so that it cannot deadlock with a mark', async () => {
    await wait('SENDER_PAUSED')
    await runtime.query('begin')
    await runtime.query('select from slices where job_id = $1 for no key update', [jobId])
    const resuming = resume()
    await untilLocksAreAwaited(world.sql)
    const unlocked = 'select from outdated_waits where subject_id = $1 for update skip locked'
    const { rowCount } = await world.sql.query(unlocked, [senderId])
    await runtime.query('commit')
    await resuming
    expect([rowCount, await due()]).toEqual([1, 3])
  })

  it('is repeated without a change of the times of waiting recipients', async () => {
    await wait('SENDER_PAUSED')
    await resume()
    await wait('SENDER_GAP')
    await resume()
    expect(await due()).toBe(0)
  })

  it('is completed later if it ended half-way, and keeps a cooldown that a server has asked for', async () => {
    await wait('SENDER_PAUSED')
    await runtime.query('begin')
    await runtime.query('select from slices where job_id = $1 for no key update', [jobId])
    await resume()
    await runtime.query('commit')
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    await world.sql.query(
      `insert into sender_budgets (sender_id, day, used, next_at, scheduled_until, cooldown_until)
       values ($1, now(), 0, now(), now(), $2)`,
      [senderId, until],
    )
    const afterFailure = [await state(), await due()]
    const finish = () => world.container.get(FinishOutdatedWaits).execute(new AbortController().signal)
    await finish()
    const whileLeased = await due()
    await world.sql.query('update outdated_waits set lease_until = now()')
    await finish()
    const cooldown = await world.sql.query('select cooldown_until from sender_budgets where sender_id = $1', [
      senderId,
    ])
    expect([afterFailure, whileLeased, await due()]).toEqual([['connected', 0], 0, 3])
    expect(cooldown.rows).toEqual([{ cooldown_until: until }])
  })

  it('makes the recipients of 20 slices due, and the periodic task those of the others', async () => {
    await wait('SENDER_PAUSED')
    // Adds 23 slices with one waiting recipient each to the slice of three recipients.
    await world.sql.query(
      `insert into slices (job_id, no, due_at, organization_id, reasons)
       select s.job_id, s.no + n, s.due_at, s.organization_id, s.reasons from slices s, generate_series(1, 23) n
        where s.job_id = $1`,
      [jobId],
    )
    await world.sql.query(
      `insert into recipients (job_id, slice, record_id, status, reason, evidence, due_at, updated_at)
       select r.job_id, r.slice + n, r.record_id, r.status, r.reason, r.evidence, r.due_at, r.updated_at
         from (select * from recipients where job_id = $1 limit 1) r, generate_series(1, 23) n`,
      [jobId],
    )
    await resume()
    const afterResume = await due()
    const [unitOfWork, { signal }] = [world.container.get(UnitOfWork), new AbortController()]
    expect(await renewWaits(unitOfWork, world.clock, senderId, { signal: AbortSignal.abort() })).toBe(0)
    await world.container.get(FinishOutdatedWaits).execute(signal)
    expect([afterResume, await due()]).toEqual([22, 26])
    expect((await world.sql.query('select from outdated_waits')).rowCount).toBe(0)
  })

  it('is completed by a repeat if it ended half-way', async () => {
    await wait('SENDER_PAUSED')
    await runtime.query('begin')
    await runtime.query('select from slices where job_id = $1 for no key update', [jobId])
    await resume()
    await runtime.query('commit')
    await resume()
    expect(await due()).toBe(3)
  })

  it('ends the cooldown of the sender, which another default sender does not', async () => {
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    const { organizationId } = own
    const rest = async () => {
      const { rows } = await world.sql.query<{ cooldown_until: Date | null }>(
        'select cooldown_until from sender_budgets where sender_id = $1',
        [senderId],
      )
      return rows[0]?.cooldown_until
    }
    await world.sql.query(
      `insert into sender_budgets (sender_id, day, used, next_at, scheduled_until, cooldown_until)
       values ($1, now(), 0, now(), now(), $2)`,
      [senderId, until],
    )
    await world.sql.query('update senders set is_default = (id = $1) where organization_id = $2', [
      senderId,
      organizationId,
    ])
    const other = await addSender(world, organizationId, { isDefault: false })
    const command = {
      organizationId,
      senderId: other,
      changes: { isDefault: true },
      revision: null,
      by: operator,
    }
    await world.container.get(ChangeSender).execute(command)
    const afterDefault = await rest()
    await resume()
    expect([afterDefault, await rest()]).toEqual([until, null])
  })

  it('of a deleted sender is completed by the runtime', async () => {
    await wait('SENDER_DAILY_LIMIT')
    await runtime.query('begin')
    await runtime.query('select from slices where job_id = $1 for no key update', [jobId])
    const { organizationId } = own
    await world.sql.query('update senders set is_default = false where id = $1', [senderId])
    await world.container.get(Senders).disconnect({ organizationId, by: operator }, senderId)
    await runtime.query('commit')
    const before = await due()
    await world.sql.query('update outdated_waits set lease_until = now()')
    await world.container.get(FinishOutdatedWaits).execute(new AbortController().signal)
    expect([before, await due()]).toEqual([0, 3])
  })
})
