import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { Audit } from '../../../src/use-cases/account/audit/audit.ts'
import { createWorld, type World } from '../../support/world.ts'

const someOrganization = '01936f4c-0011-7a22-8b33-4c5d6e7f8091'

describe('the audit table', () => {
  let world: World

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const entries = async () =>
    (await world.sql.query<{ action: string }>('select action from audit_events order by id')).rows.map(
      ({ action }) => action,
    )

  it.each([
    ['update', "update audit_events set ip_address = 'elsewhere'", 'UPDATE'],
    ['delete', 'delete from audit_events', 'DELETE'],
    ['truncate', 'truncate audit_events', 'TRUNCATE'],
  ])('refuses %s, and says what to do', async (_what, statement, operation) => {
    const before = await entries()
    await expect(world.sql.query(statement)).rejects.toMatchObject({
      message: `${operation} of audit_events is refused: audit entries are never changed`,
      hint: expect.stringContaining('audit-forget'),
    })
    expect(await entries()).toEqual(before)
  })

  it('refuses a deletion even in the transaction in which old entries were deleted', async () => {
    await world.sql.query('begin')
    await world.sql.query("select * from forget_audit_events(null, '2000-01-01', 10)")
    await expect(world.sql.query('delete from audit_events')).rejects.toThrow('is refused')
    await world.sql.query('rollback')
  })

  it('keeps its entries after the organization is deleted, because it does not reference it', async () => {
    const { rows } = await world.sql.query(
      "select from pg_constraint where contype = 'f' and 'audit_events'::regclass in (conrelid, confrelid)",
    )
    expect(rows).toEqual([])
  })

  it('deletes old entries by the operator’s command only, which leaves an entry', async () => {
    const insert = `
      insert into audit_events (id, at, action, actor, subject)
      select gen_random_uuid(), '2020-01-01', 'signOut', '{"kind":"service"}', '{}' from generate_series(1, 10001)`
    const stored = await entries()
    expect(stored).toContain('account.created')
    await world.sql.query(insert)
    const audit = world.container.get(Audit)
    const before = new Date('2021-01-01T00:00:00.000Z')
    expect(await audit.forget({ before, by: operator })).toBe(10_001)
    expect((await entries()).toSorted()).toEqual([...stored, 'audit.forgotten'].toSorted())
    const { rows } = await world.sql.query(
      "select actor, after from audit_events where action like 'audit.%'",
    )
    expect(rows).toEqual([{ actor: { kind: 'operator' }, after: { until: before.toISOString() } }])
  })

  it('refuses to delete entries up to a future time', async () => {
    const before = new Date(world.clock.now().getTime() + 1)
    await expect(world.container.get(Audit).forget({ before, by: operator })).rejects.toThrow(
      'The time must not be in the future',
    )
  })

  it.each([
    ['all', 'true', 'pkey'],
    ['one organization', `organization_id = '${someOrganization}'`, 'organization_id_id_idx'],
  ])('reads the newest entry of %s by an index', async (_whose, condition, index) => {
    await world.sql.query(`
      insert into audit_events (id, organization_id, at, action, actor, subject)
      select gen_random_uuid(), case when no % 2 = 0 then '${someOrganization}'::uuid end, now(), 'signOut', '{}', '{}'
        from generate_series(1, 20000) no`)
    await world.sql.query('vacuum analyze audit_events')
    const { rows } = await world.sql.query<{ 'QUERY PLAN': string }>(
      `explain select * from audit_events where ${condition} and id < 'ffffffff-ffff-ffff-ffff-ffffffffffff' order by id desc limit 5000`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(`Index Scan Backward using audit_events_${index}`)
    expect(plan).not.toContain('Sort')
  })

  it('finds the latest entries about a draft by an index of such entries', async () => {
    const { rows } = await world.sql.query<{ 'QUERY PLAN': string }>(
      `explain select after from audit_events
        where organization_id = '${someOrganization}' and action = 'spinner.changed' and subject ->> 'id' = 'x'
          and at > now() - interval '1 day'`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_events_draft_changes')
  })
})
