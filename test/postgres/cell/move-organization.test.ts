import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { organizationTables } from '../../../src/adapters/postgres/cell/organization-tables.ts'
import { OwnedIds } from '../../../src/adapters/postgres/cell/owned-ids.ts'
import { whole as whereOwnedBy } from '../../../src/adapters/postgres/cell/table-parts.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { BinKind } from '../../../src/domain/bin/bin-entry.ts'
import { type MovedCallers } from '../../../src/operation/cells/move-order.ts'
import { movesOf } from '../../../src/operation/cells/move-organization.ts'
import { OrganizationMove } from '../../../src/operation/cells/organization-move.ts'
import { BinStore } from '../../../src/ports/bin/bin.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { TestClockStore } from '../../../src/ports/test-mode/test-clocks.ts'
import { Bin } from '../../../src/use-cases/bin/bin.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { SenderPools } from '../../../src/use-cases/sender/pacing/sender-pools.ts'
import { PublishSpinner } from '../../../src/use-cases/spinner/publish-spinner.ts'
import { Spinners } from '../../../src/use-cases/spinner/spinners.ts'

import { DataTables } from '../../../src/use-cases/table/data-tables.ts'
import { Records } from '../../../src/use-cases/table/records/records.ts'

import { type Api, createApi, leads } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { addSender } from '../../support/data/senders.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { until, untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const saveable = organizationTables.filter(({ stays }) => !stays)

describe('an organization that moves to another cell', () => {
  let [here, there]: World[] = []
  let [near, far]: Api[] = []
  let tenant: Tenant
  let reported: string[]
  let callers: MovedCallers | null

  const world = (which: 'here' | 'there') => (which === 'here' ? here : there) as World
  const api = (which: 'here' | 'there') => (which === 'here' ? near : far) as Api
  const other = { here: 'there', there: 'here' } as const
  const order = (from: 'here' | 'there') => ({
    organizationId: tenant.organizationId,
    to: world(other[from]).databaseUrl,
    cell: from === 'here' ? 'us2' : 'eu1',
    from: from === 'here' ? 'eu1' : 'us2',
    url: null,
    refusedSeconds: 10,
    drainSeconds: 5,
  })
  const move = (from: 'here' | 'there' = 'here') =>
    movesOf(world(from).container).execute({
      ...order(from),
      by: operator,
      tell: (line) => reported.push(line),
      tellProxy: async (known) => {
        callers = known
      },
    })
  const ingest = (which: 'here' | 'there', count: number, from = 0, headers = {}) =>
    api(which).ask('/api/v1/public/ingest', {
      method: 'POST',
      key: tenant.secrets.apiKey,
      headers,
      json: { dataTableId: tenant.dataTableId, records: leads(count, from) },
    })
  const trigger = (which: 'here' | 'there') =>
    api(which).trigger({ spinnerId: tenant.spinnerId, key: tenant.secrets.apiKey })
  const count = async (which: 'here' | 'there', text: string) => {
    const { rows } = await world(which).sql.query<{ count: string }>(text, [tenant.organizationId])
    return Number(rows[0]?.count)
  }
  const records = `
    select count(*) from records r join data_tables t on t.id = r.data_table_id where t.organization_id = $1`

  beforeAll(async () => {
    // Gives `there` a demo of its own, so that keys and ids of the two cells differ.
    ;[here, there] = [await createWorld(), await createWorld(() => [])]
    ;[near, far] = [await createApi(world('here')), await createApi(world('there'))]
  })
  beforeEach(async () => {
    for (const which of ['here', 'there'] as const) await world(which).inspect.loseTurns()
    tenant = await createTenant(world('here'))
    const plan = await world('here').sql.query('select * from plans where id = $1', [tenant.planId])
    await world('there').sql.query('insert into plans select (jsonb_populate_record(null::plans, $1)).*', [
      JSON.stringify(plan.rows[0]),
    ])
    reported = []
    callers = null
  })
  afterAll(async () => {
    await near?.close()
    await far?.close()
    await here?.close()
    await there?.close()
  })

  it('works in the new cell with its keys and tokens, with all its data and nothing twice', async () => {
    expect((await ingest('here', 300, 0, { 'idempotency-key': 'once' })).status).toBe(201)
    expect((await ingest('here', 5, 300)).status).toBe(201)
    const jobId = String((await trigger('here')).body['jobId'])
    await world('here').drain()
    expect((await ingest('here', 7, 400)).status).toBe(201)
    const waiting = String((await trigger('here')).body['jobId'])

    expect(await move()).toMatchObject({ refusedMs: expect.any(Number) })
    expect(await count('there', records)).toBe(312)
    expect(
      (await ingest('there', 300, 0, { 'idempotency-key': 'once' })).headers.get('idempotency-replayed'),
    ).toBe('true')
    expect((await ingest('there', 2, 500)).status).toBe(201)
    const byToken = { records: leads(1, 600) }
    const url = `/api/v1/public/data-tables/ingest/${tenant.secrets.ingestToken}`
    expect((await api('there').ask(url, { method: 'POST', json: byToken })).status).toBe(201)
    expect(await count('there', records)).toBe(315)

    const done = await api('there').job(jobId, { key: tenant.secrets.apiKey })
    expect(done.body).toMatchObject({ status: 'completed', counts: { done: 305 } })
    await world('there').drain()
    const rest = await api('there').job(waiting, { key: tenant.secrets.apiKey })
    expect(rest.body).toMatchObject({ status: 'completed', counts: { done: 7 } })
    const outbox = await count('there', 'select count(*) from captured_messages where organization_id = $1')
    const people = await count(
      'there',
      'select count(distinct record_id) from captured_messages where organization_id = $1',
    )
    expect([outbox, people]).toEqual([312, 312])
    expect(
      await count(
        'there',
        `select m.used as count from meters k, meter_of(k.organization_id, k.meter, k.period) m
          where k.organization_id = $1 and k.meter = 'records'`,
      ),
    ).toBe(315)
  })

  it('leaves a row that says where it went, and nothing else', async () => {
    await ingest('here', 3)
    await trigger('here')
    await move()
    const refused = await ingest('here', 1, 10)
    expect([refused.status, refused.body['code'], refused.body['cell']]).toEqual([
      421,
      'ORGANIZATION_MOVED',
      'us2',
    ])
    expect(refused.headers.get('x-spindle-cell')).toBe('us2')
    const byToken = await api('here').ask(`/api/v1/public/data-tables/ingest/${tenant.secrets.ingestToken}`, {
      method: 'POST',
      json: { records: leads(1) },
    })
    expect(byToken.status).toBe(421)
    const link = world('here')
      .container.get(MessageTokens)
      .unsubscribeLinkFor({ organizationId: tenant.organizationId, email: 'a@example.com' })
    const { pathname } = new URL(link)
    expect((await api('here').ask(pathname, { method: 'POST', undocumented: true })).status).toBe(421)
    expect(pathname.replace('/unsubscribe/', '').startsWith(callers?.unsubscribePrefix ?? '?')).toBe(true)
    expect(callers?.credentialDigests).toHaveLength(2)
    expect((await api('there').ask(pathname, { method: 'POST', undocumented: true })).status).toBe(200)

    const { rows } = await world('here').sql.query<{ table_name: string; column_name: string }>(`
      select table_name, column_name from information_schema.columns
       where table_schema = 'public' and column_name in ('organization_id', 'data_table_id', 'job_id', 'spinner_id')
         and table_name not in ('organization_departures', 'moved_credentials', 'audit_events')`)
    const { rows: jobs } = await world('there').sql.query('select id from jobs where organization_id = $1', [
      tenant.organizationId,
    ])
    const ids = [tenant.organizationId, tenant.dataTableId, tenant.spinnerId, ...jobs.map(({ id }) => id)]
    for (const { table_name: table, column_name: column } of rows) {
      const left = await world('here').sql.query(`select from ${table} where ${column} = any($1::uuid[])`, [
        ids,
      ])
      expect([table, left.rows.length]).toEqual([table, 0])
    }
  })

  it('takes the bin along, from which everything can be restored in the new cell', async () => {
    await ingest('here', 3)
    const { organizationId, dataTableId, spinnerId } = tenant
    const by = operator
    const { container } = world('here')
    const { rows } = await world('here').sql.query<{ id: string }>(
      'select min(id) as id from records where data_table_id = $1',
      [dataTableId],
    )
    const recordIds = [String(rows[0]?.id)]
    await container
      .get(Records)
      .deleteSeveral({ organizationId, by }, { dataTableId, recordIds, deletionId: null })
    await container.get(Spinners).unpublish({ organizationId, by }, spinnerId)
    await container.get(Spinners).delete({ organizationId, by }, spinnerId)
    await container.get(DataTables).delete({ organizationId, by }, dataTableId)
    await move()

    const url = `/api/v1/public/data-tables/ingest/${tenant.secrets.ingestToken}`
    const byToken = (which: 'here' | 'there') =>
      api(which).ask(url, { method: 'POST', json: { records: leads(1, 50) } })
    expect(await count('here', 'select count(*) from bin_entries where organization_id = $1')).toBe(0)
    expect([(await byToken('here')).status, (await byToken('there')).status]).toEqual([421, 401])
    const restored = world('there').container
    for (const kind of ['dataTable', 'records', 'spinner']) {
      const filter = { kind: kind as BinKind, projectIds: null }
      const { items } = await restored.get(BinStore).list(organizationId, filter, { limit: 10, after: null })
      const whole = { organizationId, projectIds: null, recordIds: null, after: null, by }
      for (const { id } of items)
        expect((await restored.get(Bin).restore(whole, { ...whole, entryId: id })).restored).toBe(1)
    }
    expect((await byToken('there')).status).toBe(201)
    expect(await count('there', records)).toBe(4)
    await restored.get(PublishSpinner).execute({
      organizationId,
      spinnerId,
      revision: null,
      ignoresWarnings: true,
      movesRecipients: false,
      by,
    })
    expect((await trigger('there')).status).toBe(201)
    expect((await byToken('here')).body['cell']).toBe('us2')
  })

  it('takes recipients along that wait for a condition, which the record meets in the new cell', async () => {
    const where = { column: 'name', operator: 'equals', value: 'won' } as const
    tenant = await createTenant(world('here'), {
      spinner: {
        steps: [
          { type: 'waitUntil', where, timeoutSeconds: 86_400, onTimeout: 'skip' },
          { type: 'email', to: '{{ email }}', subject: 'Welcome', text: 'Hello' },
        ],
      },
    })
    const plan = await world('here').sql.query('select * from plans where id = $1', [tenant.planId])
    await world('there').sql.query('insert into plans select (jsonb_populate_record(null::plans, $1)).*', [
      JSON.stringify(plan.rows[0]),
    ])
    const { organizationId, dataTableId } = tenant
    await ingest('here', 3)
    const jobId = String((await trigger('here')).body['jobId'])
    const job = async (which: 'here' | 'there') =>
      (await api(which).job(jobId, { key: tenant.secrets.apiKey })).body
    await world('here').drain()
    expect(await job('here')).toMatchObject({ counts: { waiting: 3 } })
    await move()

    const { rows } = await world('there').sql.query<{ id: string }>(
      'select min(id) as id from records where data_table_id = $1',
      [dataTableId],
    )
    await world('there')
      .container.get(Records)
      .change(
        { organizationId, by: operator },
        { dataTableId, recordId: String(rows[0]?.id), data: { name: 'won' }, requestId: 'won' },
      )
    await world('there').container.get(AskDueTurns).execute()
    await world('there').drain()
    expect(await job('there')).toMatchObject({ status: 'running', counts: { done: 1, waiting: 2 } })
    expect(await count('there', 'select count(*) from captured_messages where organization_id = $1')).toBe(1)
  })

  it('takes its pools along, which count what their senders sent in the cell before', async () => {
    const { organizationId } = tenant
    const pools = (which: 'here' | 'there') => world(which).container.get(SenderPools)
    const poolId = await pools('here').create(
      { organizationId, by: operator },
      { name: 'Tenant', maxPerDay: 3 },
    )
    const senderIds = [
      await addSender(world('here'), organizationId, { kind: 'deployment', poolId }),
      await addSender(world('here'), organizationId, { kind: 'deployment', poolId, isDefault: false }),
    ]
    for (const senderId of senderIds)
      await world('here').container.get(SenderStore).countAccountMail(senderId, world('here').clock.now())
    const before = await pools('here').find(organizationId, poolId)
    expect(before).toMatchObject({ used: 2, senderIds })
    const times = `select scheduled_until, priority_until from sender_pools where organization_id = $1`
    const { rows } = await world('here').sql.query(times, [organizationId])
    await move()
    expect(await pools('there').find(organizationId, poolId)).toEqual(before)
    expect((await world('there').sql.query(times, [organizationId])).rows).toEqual(rows)
    expect(await pools('here').list(organizationId)).toEqual([])
    await world('there')
      .container.get(SenderStore)
      .countAccountMail(senderIds[1] ?? '', world('there').clock.now())
    expect((await pools('there').find(organizationId, poolId)).used).toBe(3)
    await pools('there').delete({ organizationId, by: operator }, poolId)
    for (const senderId of senderIds)
      expect(
        (await world('there').container.get(SenderStore).find(organizationId, senderId))?.poolId,
      ).toBeNull()
  })

  it('gets new record ids in a cell that has assigned fewer', async () => {
    for (let no = 0; no < 20; no++) await ingest('here', 1, no)
    await world('there').sql.query(`select setval('record_blocks', 512)`)
    await move()
    for (let no = 0; no < 20; no++) expect((await ingest('there', 1, 100 + no)).status).toBe(201)
    expect(await count('there', records)).toBe(40)
  })

  it('includes records that arrived, changed or were deleted during the copy', async () => {
    await ingest('here', 20)
    const moving = await OrganizationMove.open(world('here').databaseUrl, order('here'))
    await moving.state()
    expect(await moving.obstacle()).toBeNull()
    await moving.copy()
    await ingest('here', 3, 100)
    await world('here').sql.query(
      `update records set data = data || '{"name": "Changed"}'
        where id = (select min(id) from records where data_table_id = $1)`,
      [tenant.dataTableId],
    )
    await world('here').sql.query(
      'delete from records where id = (select max(id) from records where data_table_id = $1)',
      [tenant.dataTableId],
    )
    await moving.drain()
    await moving.close()
    await moving.switch()
    await moving.clearAway()
    await moving.end()
    expect(await count('there', records)).toBe(22)
    const changed = `${records} and r.data ->> 'name' = 'Changed'`
    expect(await count('there', changed)).toBe(1)
  })

  it('is unavailable for a moment, and continues in its cell if the move is abandoned', async () => {
    await ingest('here', 3)
    const moving = await stopped('close')
    const refused = await ingest('here', 1, 10)
    expect([refused.status, refused.body['code']]).toEqual([503, 'ORGANIZATION_MOVING'])
    expect(refused.headers.get('retry-after')).toBe('2')
    await moving.giveUp()
    await moving.end()
    expect((await ingest('here', 1, 20)).status).toBe(201)
    expect((await ingest('there', 1, 20)).status).toBe(401)
  })

  it('is opened again by the next request if the moving process has died', async () => {
    const moving = await stopped('close')
    await moving.end()
    await world('here').sql.query(`update organization_departures set until = now() - interval '1 second'`)
    await ingest('here', 1)
    expect((await ingest('here', 1)).status).toBe(201)
  })

  it('starts no work while its workers finish, and accepts records', async () => {
    await ingest('here', 3)
    const moving = await stopped('drain')
    expect((await trigger('here')).status).toBe(201)
    await world('here').drain()
    expect(await count('here', 'select count(*) from captured_messages where organization_id = $1')).toBe(0)
    expect((await ingest('here', 1, 50)).status).toBe(201)
    await moving.giveUp()
    await moving.end()
    await world('here').drain()
    expect(await count('here', 'select count(*) from captured_messages where organization_id = $1')).toBe(3)
  })

  const steps = ['state', 'obstacle', 'copy', 'drain', 'close', 'switch', 'clearAway'] as const

  /** Runs the steps of a move in the test up to and including the step `after`, and returns the unfinished move. */
  async function stopped(after: (typeof steps)[number]): Promise<OrganizationMove> {
    const moving = await OrganizationMove.open(world('here').databaseUrl, order('here'))
    for (const step of steps) {
      await moving[step]()
      if (step === after) break
    }
    return moving
  }

  it('waits for a lease that a runtime was taking when the work was to end', async () => {
    await ingest('here', 3)
    const jobId = String((await trigger('here')).body['jobId'])
    const { container, databaseUrl, sql } = world('here')
    const slices = container.get(Slices)
    const lease = { holder: container.get(Ids).next(), seconds: 60 }
    const holder = new pg.Client({ connectionString: databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from jobs where id = $1 for update', [jobId])
    const taking = slices.take(jobId, lease)
    await untilLocksAreAwaited(sql)
    const ended: string[] = []
    const draining = stopped('drain').finally(() => ended.push('drained'))
    const departures = 'select count(*) from organization_departures where organization_id = $1'
    await until(async () => (await count('here', departures)) === 1)
    // Gives the drain time to end too early.
    await setTimeout(200)
    await holder.query('commit')
    await holder.end()
    const slice = await taking
    if (slice === null) throw new Error('The job has a slice')
    ended.push('released')
    await slices.release(slice, lease)
    const moving = await draining
    expect(ended).toEqual(['released', 'drained'])
    await moving.giveUp()
    await moving.end()
  })

  it.each(steps)('is moved by a repeated command after an interruption after "%s"', async (step) => {
    await ingest('here', 30)
    await trigger('here')
    const moving = await stopped(step)
    await moving.end()
    expect(typeof (await move())).toBe('object')
    expect(await count('there', records)).toBe(30)
    expect((await ingest('there', 1, 100)).status).toBe(201)
    expect((await ingest('here', 1, 100)).status).toBe(421)
    await world('there').drain()
    expect(await count('there', 'select count(*) from captured_messages where organization_id = $1')).toBe(30)
  })

  it.each(['before', 'after'])(
    'is found if the move was interrupted in the switch, %s the other cell had it',
    async (when) => {
      await ingest('here', 10)
      const moving = await stopped(when === 'after' ? 'switch' : 'close')
      await moving.end()
      await world('here').sql.query(`update organization_departures set status = 'switching'`)
      if (when === 'before') expect((await ingest('here', 1, 50)).status).toBe(503)
      expect(typeof (await move())).toBe('object')
      expect(await count('there', records)).toBe(10)
      expect((await ingest('here', 1)).status).toBe(421)
    },
  )

  it('is completely restored before the switch, and not after it', async () => {
    await ingest('here', 10)
    const moving = await stopped('close')
    await moving.end()
    const undo = () => movesOf(world('here').container).undo(order('here'))
    expect(await undo()).toBe('undone')
    expect((await ingest('here', 1, 10)).status).toBe(201)
    const left = await world('there').sql.query(
      'select from records where data_table_id = $1 union all select from organizations where id = $2 union all select from incoming_moves where organization_id = $2',
      [tenant.dataTableId, tenant.organizationId],
    )
    expect(left.rows).toHaveLength(0)
    await move()
    expect(await undo()).toBe('moved')
  })

  it('is found under the right name of its cell if the move is repeated with it', async () => {
    await ingest('here', 3)
    const moveTo = (cell: string, to = world('there').databaseUrl) =>
      movesOf(world('here').container).execute({
        ...order('here'),
        cell,
        to,
        by: operator,
        tell: () => {},
        tellProxy: async () => {},
      })
    await moveTo('us1')
    expect((await ingest('here', 1)).body).toMatchObject({ code: 'ORGANIZATION_MOVED', cell: 'us1' })
    await moveTo('us2')
    expect((await ingest('here', 1)).body).toMatchObject({ code: 'ORGANIZATION_MOVED', cell: 'us2' })
    const third = await createTestDatabase()
    try {
      await expect(moveTo('ap3', third.url)).rejects.toThrow(
        'has moved to the cell "us2", and the database of --to has not received it',
      )
    } finally {
      await third.drop()
    }
    expect((await ingest('here', 1)).body).toMatchObject({ code: 'ORGANIZATION_MOVED', cell: 'us2' })
  })

  describe('whose former cell was restored to a time before the move', () => {
    /** Reads all rows of the organization in a cell. */
    const rows = async (which: 'here' | 'there') => {
      const belongings = await OwnedIds.read(world(which).sql, tenant.organizationId, [])
      const saved: [string, string][] = []
      for (const table of [{ name: 'organizations', of: 'organization', by: 'id' } as const, ...saveable]) {
        const text = `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from ${table.name} t where ${whereOwnedBy(table, belongings.whose(table))}`
        const { rows: found } = await world(which).sql.query<{ rows: unknown }>(text)
        saved.push([table.name, JSON.stringify(found[0]?.rows)])
      }
      return saved
    }
    /** Restores all rows of the organization in a cell as they were when `saved` was read. */
    const restore = async (which: 'here' | 'there', saved: readonly [string, string][]) => {
      const { sql } = world(which)
      await sql.query('begin')
      await sql.query("set local session_replication_role = 'replica'")
      for (const name of ['moved_credentials', 'organization_departures', 'incoming_moves'])
        await sql.query(`delete from ${name} where organization_id = $1`, [tenant.organizationId])
      for (const [name, json] of saved) {
        const { rows: columns } = await sql.query<{ names: string }>(
          `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
            where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
          [name],
        )
        const names = columns[0]?.names ?? ''
        await sql.query(
          `insert into ${name} (${names}) overriding system value
           select ${names} from jsonb_populate_recordset(null::${name}, $1) on conflict do nothing`,
          [json],
        )
      }
      await sql.query('commit')
    }
    const undo = (from: 'here' | 'there') => movesOf(world(from).container).undo(order(from))

    it('is closed there by the same command, so that one cell has it', async () => {
      await ingest('here', 10)
      await trigger('here')
      const saved = await rows('here')
      await move('here')
      await restore('here', saved)
      expect((await ingest('here', 1, 50)).status).toBe(201)
      expect(await undo('here')).toBe('moved')
      expect((await ingest('here', 1, 51)).status).toBe(201)
      expect(await move('here')).toMatchObject({ cleared: expect.any(Number) })
      expect((await ingest('here', 1, 60)).body).toMatchObject({ code: 'ORGANIZATION_MOVED', cell: 'us2' })
      expect(callers?.credentialDigests.length).toBeGreaterThan(0)
      expect(await count('here', records)).toBe(0)
      await world('here').drain()
      await world('there').drain()
      expect(await count('here', 'select count(*) from captured_messages where organization_id = $1')).toBe(0)
      expect(await count('there', 'select count(*) from captured_messages where organization_id = $1')).toBe(
        10,
      )
    })

    it.each(['drain', 'close', 'leave'] as const)(
      'is closed after an interruption after "%s"',
      async (after) => {
        await ingest('here', 3)
        const saved = await rows('here')
        await move('here')
        await restore('here', saved)
        const moving = await OrganizationMove.open(world('here').databaseUrl, order('here'))
        for (const step of ['state', 'drain', 'close', 'leave'] as const) {
          await moving[step]()
          if (step === after) break
        }
        await moving.end()
        expect(typeof (await move('here'))).toBe('object')
        expect((await ingest('here', 1, 60)).status).toBe(421)
        expect(await count('here', records)).toBe(0)
        expect(await count('there', records)).toBe(3)
      },
    )

    it('stays open there if it cannot be closed, and the audit log says so', async () => {
      await ingest('here', 3)
      const saved = await rows('here')
      await move('here')
      await restore('here', saved)
      await expect(
        movesOf(world('here').container).execute({
          ...order('here'),
          refusedSeconds: 0,
          by: operator,
          tell: () => {},
          tellProxy: async () => {},
        }),
      ).rejects.toThrow()
      expect((await ingest('here', 1, 50)).status).toBe(201)
      const { rows: audited } = await world('here').sql.query<{ action: string }>(
        "select action from audit_events where organization_id = $1 and action like 'organization.move%' order by at, id",
        [tenant.organizationId],
      )
      expect(audited.map(({ action }) => action).slice(-2)).toEqual([
        'organization.moved',
        'organization.moveGivenUp',
      ])
    })

    it('is not moved to a cell that it has left for a third one', async () => {
      await ingest('here', 3)
      await move('here')
      await move('there')
      // Sets up for the test a cell that the organization has left for a third one, and a restored former cell.
      const id = [tenant.organizationId]
      await world('there').sql.query(
        "update organization_departures set cell = 'ap3' where organization_id = $1",
        id,
      )
      await world('here').sql.query('delete from incoming_moves where organization_id = $1', id)
      expect(await move('here')).toBe(
        'The organization has moved on from that cell to the cell "ap3". Run this again with the database of "ap3".',
      )
      expect(await count('here', records)).toBe(3)
    })

    it('stays if it came back later and the other cell was restored, which is then cleared', async () => {
      await ingest('here', 10)
      await move('here')
      const saved = await rows('there')
      const arrival = await world('there').sql.query(
        'select * from incoming_moves where organization_id = $1',
        [tenant.organizationId],
      )
      await move('there')
      await restore('there', [...saved, ['incoming_moves', JSON.stringify(arrival.rows)]])
      expect(await move('here')).toBe('The other cell already has an organization with this id.')
      expect(await undo('here')).toBe('inBoth')
      expect(await count('here', records)).toBe(10)
      expect(typeof (await move('there'))).toBe('object')
      expect(await count('there', records)).toBe(0)
      expect((await ingest('here', 1, 60)).status).toBe(201)
    })
  })

  it('can move back', async () => {
    await ingest('here', 10)
    await move('here')
    await ingest('there', 5, 100)
    await move('there')
    expect((await ingest('here', 5, 200)).status).toBe(201)
    expect(await count('here', records)).toBe(20)
    expect((await ingest('there', 1)).body).toMatchObject({ code: 'ORGANIZATION_MOVED', cell: 'eu1' })
    await move('here')
    expect(await count('there', records)).toBe(20)
  })

  describe('that has a test organization', () => {
    let person: Person
    let testId: string
    let key: string

    const advance = (target: string | null) =>
      world('here').sql.query('update test_clocks set target = $2 where organization_id = $1', [
        testId,
        target,
      ])

    beforeEach(async () => {
      person = await signUp(api('here'))
      await person.do('POST', '/test-mode/enter')
      testId = (await person.do('GET', '/organization')).id
      const project = await person.do('POST', '/projects', { name: 'Spring' })
      const table = await person.do('POST', `/projects/${project.id}/data-tables`, { name: 'Leads' })
      await person.import(table.id, 'name,email\nGrace,grace@example.com\n')
      const created = await person.do('POST', '/api-keys', { name: 'CRM', scopes: ['ingest'] })
      key = created.secret ?? created.key
      tenant = { ...tenant, organizationId: person.organizationId }
    })

    it('deletes the test organization in the former cell with all its data, so that its keys stop working', async () => {
      expect(typeof (await move())).toBe('object')
      const { rows } = await world('here').sql.query<{ table_name: string }>(`
        select table_name from information_schema.columns
         where table_schema = 'public' and column_name = 'organization_id' and table_name <> 'audit_events'`)
      for (const { table_name: table } of rows) {
        const left = await world('here').sql.query(`select from ${table} where organization_id = $1`, [
          testId,
        ])
        expect([table, left.rows.length]).toEqual([table, 0])
      }
      expect(await count('here', 'select count(*) from organizations where test_of = $1')).toBe(0)
      const json = { dataTableId: testId, records: leads(1) }
      const refused = await api('here').ask('/api/v1/public/ingest', { method: 'POST', key, json })
      expect(refused.status).toBe(401)
    })

    it('cannot move while the test clock advances, and the error says what to do', async () => {
      await advance('2030-01-01')
      expect(await move()).toContain('Wait until it has stopped')
      await advance(null)
      expect(typeof (await move())).toBe('object')
    })

    it('waits for the worker of the test organization, and ends an advance that began meanwhile', async () => {
      const moving = await stopped('switch')
      await advance('2030-01-01')
      const clocks = world('here').container.get(TestClockStore)
      const lease = { holder: world('here').container.get(Ids).next(), seconds: 60 }
      await clocks.hold(testId, lease)
      const cleared = moving.clearAway()
      await until(async () => (await clocks.find(testId))?.target === null)
      await clocks.letGo(testId, lease)
      await cleared
      await moving.end()
      expect(await clocks.find(testId)).toBeNull()
    })
  })

  it('has audit entries in both cells', async () => {
    await move()
    for (const which of ['here', 'there'] as const)
      expect(
        await count(
          which,
          `select count(*) from audit_events where organization_id = $1 and action = 'organization.moved'`,
        ),
      ).toBe(1)
  })

  it('is refused with the reason in advance if it could not work in the other cell', async () => {
    const sql = world('there').sql
    const key = `insert into encryption_keys (id, proof) values ('session', $1)`
    try {
      await world('here').sql.query(key, ['proof'])
      expect(await move()).toContain('the other cell has never used')
      await sql.query(key, ['another'])
      expect(await move()).toContain('The value of SESSION_SECRET differs in the other cell')
      await sql.query(`update encryption_keys set proof = 'proof'`)
      await sql.query('delete from plans where id = $1', [tenant.planId])
      expect(await move()).toContain('has no plan')
      await sql.query('alter table records add column more text')
      expect(await move()).toContain('have different versions')
      expect(await count('there', 'select count(*) from incoming_moves where organization_id = $1')).toBe(0)
    } finally {
      await sql.query('alter table records drop column if exists more')
      for (const which of ['here', 'there'] as const)
        await world(which).sql.query("delete from encryption_keys where id = 'session'")
    }
  })
})
