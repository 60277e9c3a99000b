import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { boundsOf, sumOfActivities } from '../../src/domain/account/overview.ts'
import { OrganizationStore } from '../../src/ports/account/organizations.ts'
import { createTenant } from '../support/tenant.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let organizationId: string
let dataTableId: string

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world.close()
})
beforeEach(async () => {
  world.clock.follow()
  ;({ organizationId, dataTableId } = await createTenant(world))
  await world.sql.query('delete from activity; delete from activity_progress')
  await populate()
})

const times = "generate_series(now() - interval '4 hours', now(), interval '7 minutes') at"
const id = (no: number) =>
  `overlay(first_id_at(p_at => at)::text placing lpad('${no}', 12, '0') from 25)::uuid`

/** Stores a time in the past, such as "5 hours" ago, as the time up to which activity is summed. */
const summedUntil = (ago: string) =>
  world.sql.query('insert into activity_progress (counted_until) values (now() - $1::interval)', [ago])

/** Inserts arrivals and messages of the test's organization, in four different hours. */
async function populate(): Promise<void> {
  const { sql } = world
  await sql.query(
    `
    insert into message_log (id, organization_id, job_id, slice, record_id, step, address, status, created_at, ciphertext)
    select ${id(1)}, $1, gen_random_uuid(), 1, 1, 0, 'ada@example.com',
           (array['sent', 'failed', 'unconfirmed', 'bounced', 'replied'])[1 + extract(minute from at)::int % 5], at, ''
      from ${times}`,
    [organizationId],
  )
  await sql.query(
    `
    insert into captured_messages (id, organization_id, job_id, record_id, step, recipient, subject, created_at)
    select ${id(2)}, $1, gen_random_uuid(), 1, 0, '', '', at from ${times}`,
    [organizationId],
  )
  await sql.query(
    `
    insert into arrivals (id, organization_id, data_table_id, status, request_id, records, held_positions, received_at, size)
    select ${id(3)}, $1, $2, (array['held', 'refused', 'ignored', 'accepted', 'received'])[1 + extract(minute from at)::int % 5],
           'r', 3, case when extract(minute from at)::int % 2 = 0 then '{0,2}'::int[] end, at, 10
      from ${times}`,
    [organizationId, dataTableId],
  )
  await sql.query(
    `
    insert into inbound_facts (organization_id, key, kind, outcome, at, job_id, record_id, step)
    select $1, at::text, (array['reply', 'hardBounce', 'complaint', 'autoReply', 'softBounce'])[1 + extract(minute from at)::int % 5],
           case when extract(minute from at)::int % 4 = 0 then 'nobody' else 'stopped' end, at, gen_random_uuid(), 1, 0
      from ${times}`,
    [organizationId],
  )
}

it('the activity counts each row once, with the same figures before, during and after the summing', async () => {
  const organizations = world.container.get(OrganizationStore)
  const ledger = world.container.get(OrganizationStore)
  const bounds = boundsOf('24h', new Date(), 'Asia/Kathmandu')
  const reported = async () => {
    const { parts, isComplete } = await organizations.activity(organizationId, bounds)
    expect(isComplete).toBe(true)
    return parts
  }
  const before = await reported()
  const { records: _records, ...counts } = sumOfActivities(before)
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
  await summedUntil('5 hours')
  for (let more = true; more; ) {
    more = await ledger.foldActivity()
    expect(await reported()).toEqual(before)
  }
  const { rows } = await world.sql.query<{ left: boolean }>(
    "select counted_until > now() - interval '4 minutes' as left from activity_progress",
  )
  expect(rows).toEqual([{ left: true }])
})

it('the activity reports that reactions are incomplete if they exceed the limit of rows, not if those of others do', async () => {
  const bounds = boundsOf('24h', new Date(), 'UTC')
  const other = await createTenant(world)
  await summedUntil('0')
  await world.sql.query(
    `insert into inbound_facts (organization_id, key, kind, outcome, at, job_id, record_id, step)
     select $1, 'cut ' || n, 'reply', 'stopped', now() + n * interval '1 millisecond', gen_random_uuid(), 1, 0
       from generate_series(1, 3) n`,
    [other.organizationId],
  )
  const isCut = async (organization: string, most: number): Promise<boolean> => {
    const { rows } = await world.sql.query<{ cut: boolean }>(
      `select coalesce(bool_or(is_cut), false) as cut
         from activity_over_time($1, array[$2::timestamptz, now() + interval '1 minute'], $3, now())`,
      [organization, bounds[0], most],
    )
    return rows[0]?.cut ?? false
  }
  const { organizationId: otherId } = other
  expect([await isCut(otherId, 2), await isCut(otherId, 3), await isCut(organizationId, 2)]).toEqual([
    true,
    false,
    false,
  ])
  await world.sql.query("delete from inbound_facts where key like 'cut %'")
})

it('the activity counts the first reply, bounce and complaint of each message, also after the summing', async () => {
  const bounds = boundsOf('24h', new Date(), 'UTC')
  const organizations = world.container.get(OrganizationStore)
  const { organizationId: otherId } = await createTenant(world)
  const facts = ['reply', 'softBounce', 'reply', 'hardBounce', 'complaint', 'autoReply', 'refusal']
  await world.sql.query(
    `insert into inbound_facts (organization_id, key, kind, outcome, at, job_id, record_id, step)
     select $1, 'fact ' || n, ($2::text[])[n], 'noted', now() - interval '1 hour' + n * interval '1 second', $1, 1, 0
       from generate_series(1, 7) n`,
    [otherId, facts],
  )
  const reactions = async () => {
    const { parts } = await organizations.activity(otherId, bounds)
    const { replies, bounces, complaints } = sumOfActivities(parts)
    return { replies, bounces, complaints }
  }
  const firsts = { replies: 1, bounces: 1, complaints: 1 }
  expect(await reactions()).toEqual(firsts)
  await summedUntil('2 hours')
  while (await organizations.foldActivity()) expect(await reactions()).toEqual(firsts)
  expect(await reactions()).toEqual(firsts)
  await world.sql.query('delete from inbound_facts where organization_id = $1', [otherId])
})

it('the activity deletes figures older than two months when newer ones of the organization are summed', async () => {
  const { sql } = world
  await sql.query(
    "insert into activity (organization_id, period_start, sent) values ($1, now() - interval '70 days', 1)",
    [organizationId],
  )
  await summedUntil('20 minutes')
  await world.container.get(OrganizationStore).foldActivity()
  const { rows } = await sql.query("select 1 from activity where period_start < now() - interval '63 days'")
  expect(rows).toEqual([])
})

it('the activity is summed by one worker at a time', async () => {
  await summedUntil('20 minutes')
  await world.sql.query('begin')
  await world.sql.query('select from activity_progress for update')
  expect(await world.container.get(OrganizationStore).foldActivity()).toBe(false)
  await world.sql.query('rollback')
  const { rows } = await world.sql.query(
    "select counted_until < now() - interval '10 minutes' as stands from activity_progress",
  )
  expect(rows).toEqual([{ stands: true }])
})

it('the activity skips hours without events in one step', async () => {
  const ledger = world.container.get(OrganizationStore)
  await summedUntil('300 days')
  // Expects fewer than 8 calls for counting the test's activity: the four hours with rows, and the hours before
  // and after each.
  for (let calls = 1; await ledger.foldActivity(); calls++) expect(calls).toBeLessThan(8)
})
