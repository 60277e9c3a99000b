import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { service } from '../../../src/domain/account/audit/actor.ts'
import { eventTypes } from '../../../src/domain/event/event-type.ts'
import { ContactRuleStore } from '../../../src/ports/contact/contact-rules.ts'
import { EventStore } from '../../../src/ports/event/events.ts'
import { AddressSuppressor } from '../../../src/use-cases/contact/address-suppressor.ts'

import { type Api, createApi, leads } from '../../support/api.ts'
import { until, untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('an unsubscribe', () => {
  let world: World
  let api: Api
  /** The database connection of a process that handles a bounce, which the test controls. */
  let other: pg.Client

  beforeEach(async () => {
    world = await createWorld()
    api = await createApi(world)
    other = await world.connect()
  })
  afterEach(() => world.close())

  it('does not deadlock with a bounce of the same address', async () => {
    const { organizationId } = world.demo
    await api.ingest(leads(1))
    await api.trigger()
    await world.drain()
    const { rows } = await world.sql.query<{ address: string }>('select address from sent_emails')
    const email = rows[0]?.address ?? ''
    // Makes the recipient unfinished, as if it waited for a second message.
    await world.sql.query("update recipients set status = 'waiting'")
    await world.sql.query("update slices set status = 'open'")
    await world.sql.query("update jobs set status = 'running'")
    await other.query('begin')
    await other.query('select from slices for no key update')
    const command = { organizationId, email, reason: 'unsubscribed', by: service } as const
    const unsubscribing = world.container.get(AddressSuppressor).suppressWithRetries(command)
    await untilLocksAreAwaited(world.sql)
    await other.query(
      `insert into suppressions (id, organization_id, email, reason, created_at)
       values (gen_random_uuid(), $1, $2, 'bounced', now())`,
      [organizationId, email],
    )
    await other.query('commit')
    await unsubscribing
    expect(await world.container.get(ContactRuleStore).suppressionOf(organizationId, email)).not.toBeNull()
    const { rows: ended } = await world.sql.query('select status, reason from recipients')
    expect(ended).toEqual([{ status: 'stopped', reason: 'UNSUBSCRIBED' }])
  })

  it('is told by an event although another caller suppresses the address at the same time', async () => {
    const { organizationId } = world.demo
    const email = 'ada@example.com'
    await world.container.get(EventStore).ask(organizationId, eventTypes, new Date('2100-01-01T00:00:00Z'))
    await other.query('begin')
    await other.query(
      `insert into suppressions (id, organization_id, email, reason, created_at)
       values (gen_random_uuid(), $1, $2, 'added', now())`,
      [organizationId, email],
    )
    const command = { organizationId, email, reason: 'unsubscribed', by: service } as const
    const unsubscribing = world.container.get(AddressSuppressor).suppressWithRetries(command)
    await untilLocksAreAwaited(world.sql)
    await other.query('commit')
    expect(await unsubscribing).toMatchObject({ email, reason: 'added' })
    const { rows: reported } = await world.sql.query('select type from new_events')
    expect(reported).toEqual([{ type: 'person.unsubscribed' }])
  })

  describe('of a person in several jobs and a retry', () => {
    const [second, retry] = ['ffffffff-0000-7000-8000-00000000000b', 'ffffffff-0000-7000-8000-00000000000c']
    let email: string

    /** Writes jobs of the person: the first one, a second one after it, and a retry of the first one after both. */
    beforeEach(async () => {
      await api.ingest(leads(1))
      await api.trigger()
      await world.drain()
      email =
        (await world.sql.query<{ address: string }>('select address from sent_emails')).rows[0]?.address ?? ''
      await world.sql.query("update recipients set status = 'waiting'")
      await world.sql.query("update slices set status = 'open'")
      await world.sql.query("update jobs set status = 'running'")
      for (const table of ['jobs', 'slices', 'recipients', 'sent_emails']) {
        const name = { jobs: 'id', sent_emails: 'root_job_id' }[table] ?? 'job_id'
        await world.sql.query(
          `insert into ${table} select c.* from ${table} t
             cross join unnest($1::uuid[]) as copy(id)
             cross join lateral jsonb_populate_record(t, jsonb_build_object('${name}', copy.id, 'first', false)) c`,
          [table === 'sent_emails' ? [second] : [second, retry]],
        )
      }
      await world.sql.query(
        'update jobs set retry_of = (select id from jobs order by id limit 1) where id = $1',
        [retry],
      )
    })
    const unsubscribe = () => {
      const { organizationId } = world.demo
      const command = { organizationId, email, reason: 'unsubscribed', by: service } as const
      return world.container.get(AddressSuppressor).suppressWithRetries(command)
    }
    const lock = (job: string) => other.query('select from slices where job_id = $1 for no key update', [job])
    const ended = async () =>
      (await world.sql.query('select distinct status, reason from recipients')).rows as readonly object[]

    /** Returns when the statement that waits for a lock began; undefined while none waits. */
    const waitingSince = async () => {
      const { rows } = await world.sql.query<{ since: string }>(
        "select query_start::text as since from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows[0]?.since
    }

    it('locks slices in the order of jobs, as other transactions do', async () => {
      await other.query('begin')
      await other.query("set local deadlock_timeout = '1min'")
      await lock(second)
      const unsubscribing = unsubscribe()
      await untilLocksAreAwaited(world.sql)
      await other.query("set local lock_timeout = '500ms'")
      await lock(retry)
      await other.query('commit')
      await unsubscribing
      expect(await ended()).toEqual([{ status: 'stopped', reason: 'UNSUBSCRIBED' }])
    })

    it('is tried again after another transaction has kept a slice locked', async () => {
      await other.query('begin')
      await lock(second)
      const unsubscribing = unsubscribe()
      await untilLocksAreAwaited(world.sql)
      const first = await waitingSince()
      // Waits until PostgreSQL has ended the statement that waited for the lock, and the next attempt waits for it.
      await until(async () => ((await waitingSince()) ?? first) !== first)
      await other.query('commit')
      await unsubscribing
      expect(await ended()).toEqual([{ status: 'stopped', reason: 'UNSUBSCRIBED' }])
    })
  })
})
