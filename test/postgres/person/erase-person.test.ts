import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { KeyRing } from '../../../src/adapters/security/key-ring.ts'
import { createContainer, postgres } from '../../../src/composition/container.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../src/domain/job/slice.ts'
import type { ErasureReceipt } from '../../../src/domain/person/erasure.ts'
import { causeOf } from '../../../src/domain/reason.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { PersonDigests } from '../../../src/ports/contact/contact-rules.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { JobStore } from '../../../src/ports/job/jobs.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { PersonStore } from '../../../src/ports/person/people.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ErasePerson, ErasePersonOptions } from '../../../src/use-cases/person/erase-person.ts'
import { RotateSecrets } from '../../../src/use-cases/sender/rotate-secrets.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { programOfLength } from '../../support/program.ts'
import { until, untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The local part of the address that the test erases: a text that no other data contains by chance. */
const local = 'zoe.unmistakable'
const email = `${local}@example.com`

describe('an erasure in PostgreSQL', () => {
  let world: World
  let api: Api
  /** The longest time in milliseconds that an erasure in these tests waits for messages that are being sent. */
  let wireMs = 10_000
  let owner: Person
  let own: Workshop

  beforeAll(async () => {
    const options = Object.defineProperty(new ErasePersonOptions(0), 'wireMs', { get: () => wireMs })
    world = await createWorld([provideValue(ErasePersonOptions, options)])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    wireMs = 10_000
    world.clock.follow()
    owner = await signUp(api)
    own = await createWorkshop(owner)
  })

  const erase = (address = email): Promise<ErasureReceipt> =>
    owner.do('POST', '/people/erase', { email: address })
  const counts = ({ stores }: ErasureReceipt) =>
    Object.fromEntries(stores.filter(({ erased }) => erased > 0).map(({ store, erased }) => [store, erased]))
  const add = (name = 'Zoe') => owner.import(own.dataTableId, `name,email\n${name},${email}\n`)
  const trigger = async (): Promise<string> =>
    (await owner.do('POST', `/spinners/${own.spinnerId}/jobs`)).jobId
  const job = (id: string) => owner.do('GET', `/jobs/${id}`)
  const ingest = (json: object, headers: Record<string, string> = {}) =>
    api.ask('/api/v1/public/ingest', { method: 'POST', key: own.apiKey, json, headers })
  const isPrunedTo = async (count: number) =>
    expect(await owner.do('GET', `/data-tables/${own.dataTableId}`)).toMatchObject({ recordCount: count })

  /**
   * Returns the tables of the test's database with a row that contains a text, bytes included, with the number
   * of such rows.
   */
  async function tablesWith(text: string): Promise<Record<string, number>> {
    const { rows: tables } = await world.sql.query<{ name: string; bytes: string[] }>(`
      select format('%I.%I', c.table_schema, c.table_name) as name,
             array_agg(quote_ident(c.column_name)) filter (where c.data_type = 'bytea') as bytes
        from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
       where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
       group by 1`)
    const found: Record<string, number> = {}
    for (const { name, bytes } of tables) {
      const inBytes = (bytes ?? []).map((column) => ` or position(convert_to($1, 'UTF8') in ${column}) > 0`)
      const { rows } = await world.sql.query(
        `select count(*)::int as count from ${name} t where position($1 in lower(t::text)) > 0${inBytes.join('')}`,
        [text],
      )
      if (rows[0].count > 0) found[name] = rows[0].count
    }
    return found
  }

  /** Leases one slice of a job to a runtime whose work the test controls. */
  async function leased(jobId: string) {
    const slices = world.container.get(Slices)
    const lease = { holder: world.container.get(Ids).next(), seconds: 30 }
    const slice = (await slices.take(jobId, lease)) as LeasedSlice
    const zoe = slice.recipients.find(({ data }) => data?.['email'] === email)
    const tried = { recordId: zoe?.recordId ?? '', step: 0, attempts: 0, address: email }
    return {
      slice,
      tried,
      mark: () => slices.settleAndMark(slice, lease, [], [tried]),
      settle: (outcome: Parameters<typeof settleStep>[1]) =>
        slices.settleAndMark(slice, lease, [settleStep(tried, outcome, programOfLength(1), 0)], []),
      release: () => slices.release(slice, lease),
    }
  }
  const messageTo = ({ organizationId }: Person, jobId: string, recordId: string) => ({
    organizationId,
    jobId,
    recordId,
    step: 0,
    to: email,
    subject: 'Welcome',
    text: 'Hello',
    html: null,
    unsubscribeUrl: '',
    slice: 1,
    from: null,
    thread: null,
    attachments: [],
  })

  it('leaves the address in no table, column or byte', async () => {
    const { id: matched } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, {
      name: 'Matched',
    })
    await owner.import(matched, 'name,email\nLin,lin@example.com\n')
    await owner.do('PATCH', `/data-tables/${matched}`, { match: { columns: ['email'], onMatch: 'update' } })
    for (const name of ['Zoe', 'Zoë'])
      await ingest({ dataTableId: matched, records: [{ name, email: `Zoe.Unmistakable@EXAMPLE.com` }] })
    await ingest(
      { dataTableId: own.dataTableId, records: [{ name: email, email }] },
      { 'idempotency-key': `crm:${email}`, 'x-request-id': `crm:${email}` },
    )
    await add()
    const jobId = await trigger()
    await world.drain()
    // Simulates in the test that a mail server has named the person's address in its refusal of another message.
    await world.sql.query(
      `update recipients set status = 'failed', error = $2, evidence = $3
        where (job_id, record_id) = (select job_id, min(record_id) from recipients where job_id = $1 group by 1)`,
      [jobId, `550 <${email}> is not here`, { address: email }],
    )
    await world.sql.query("update record_changes set request_id = 'by ' || $1 where data_table_id = $2", [
      email,
      matched,
    ])
    await owner.do('POST', '/suppressions', { email })
    const recordStore = world.container.get(RecordStore)
    const importId = world.container.get(Ids).next()
    await recordStore.beginImport(importId, own.dataTableId, { keyed: false, created: [] })
    const rows = [
      ['Ida', 'ida@example.com'],
      ['Zoe', email],
      [email, 'lin@example.com'],
    ]
    await recordStore.stage(importId, 1, { columns: ['name', 'email'], missing: [], keys: null, rows })
    // Sends a record that the service refuses, because its column is unknown to the table. The service stores
    // the refused body.
    await api.ask('/api/v1/public/ingest', {
      method: 'POST',
      key: own.apiKey,
      json: { dataTableId: own.dataTableId, records: [{ nobody: email }] },
    })
    await until(async () => (await world.sql.query('select from arrivals')).rowCount !== 0)
    const { arrivals } = await owner.do('POST', '/people/export', { email })
    expect(arrivals).toMatchObject([{ status: 'refused', body: expect.stringContaining(email) }])
    const before = await tablesWith(local)
    for (const table of ['records', 'appends', 'sent_emails', 'suppressions', 'recipients', 'record_changes'])
      expect([table, before[`public.${table}`]]).toEqual([table, expect.any(Number)])
    for (const table of ['idempotency_keys', 'audit_events'])
      expect([table, before[`public.${table}`]]).toEqual([table, expect.any(Number)])

    const receipt = await erase()
    expect(await tablesWith(local)).toEqual({})
    expect(counts(receipt)).toEqual({
      records: 3,
      recordKeys: 1,
      recordChanges: 1,
      importRows: 2,
      arrivals: 1,
      // One recipient of the test is a record of another person that names the erased person; the other is her
      // own record, a duplicate.
      recipients: 2,
      messages: 1,
      contacts: 1,
      suppressions: 1,
      idempotencyKeys: 1,
      requestIds: 1,
      auditEntries: 1,
    })
    // Expects that the outbox still lists the test's two messages to other people.
    expect((await owner.do('GET', '/outbox')).items).toHaveLength(2)
    expect((await world.sql.query('select from erased_records')).rowCount).toBe(0)
    expect(await erase()).toMatchObject({ isFound: false, isSuppressed: true })
  })

  it('lets a running import continue, and counts what it enters without the person’s rows', async () => {
    const table = await world.container
      .get(UnitOfWork)
      .run((tx) => tx.dataTables.find(owner.organizationId, own.dataTableId))
    const recordStore = world.container.get(RecordStore)
    const importId = world.container.get(Ids).next()
    await recordStore.beginImport(importId, own.dataTableId, { keyed: false, created: [] })
    const write = (no: number, names: string[]) =>
      recordStore.stage(importId, no, {
        columns: ['name', 'email'],
        missing: [],
        keys: null,
        rows: names.map((name) => [name, `${name}@example.com`]),
      })
    await write(1, ['ida', local, 'eve'])
    expect(counts(await erase())).toEqual({ importRows: 1 })
    await write(2, ['lin'])
    if (table === null) throw new Error('There is a table')
    const entry = { importId, table, created: [], missing: [], requestId: 'request', at: new Date() }
    await world.container.get(UnitOfWork).run((tx) => tx.records.enter(entry))
    await isPrunedTo(5)
    const { items } = await owner.do('GET', `/data-tables/${own.dataTableId}/records`)
    expect(items).toHaveLength(5)
    expect(await job(await trigger())).toMatchObject({ counts: { total: 6 } })
    await world.drain()
  })

  it('lets a running import into a table with match columns continue in the same manner', async () => {
    await owner.do('PATCH', `/data-tables/${own.dataTableId}`, {
      match: { columns: ['email'], onMatch: 'update' },
    })
    const { container } = world
    const importing = owner.import(
      own.dataTableId,
      `name,email\n${Array.from({ length: 3_000 }, (_, no) => `N${no},n${no}@example.com`).join('\n')}\nZoe,${email}\n`,
    )
    await Promise.all([importing, erase(), erase()])
    expect((await importing).status).toBe(201)
    const { organizationId } = owner
    await container.get(ErasePerson).execute({ organizationId, sought: { email }, by: operator })
    await isPrunedTo(3_002)
    expect(await tablesWith(local)).toEqual({})
  })

  it('stops a person whose slice a worker holds, and the slice continues', async () => {
    await add()
    const jobId = await trigger()
    const { slice, mark, settle: settled, tried, release } = await leased(jobId)
    expect(slice.recipients).toHaveLength(3)
    expect(counts(await erase())).toEqual({ records: 1, recipients: 1 })
    const { wasJobRunning: isJobRunning, withheld } = await mark()
    expect([isJobRunning, withheld.get(tried.recordId)?.code]).toEqual([true, 'PERSON_ERASED'])
    const outcome = withheld.get(tried.recordId)
    if (outcome !== undefined) await settled(outcome)
    await release()
    await world.sql.query('update slices set due_at = $2 where job_id = $1', [jobId, world.clock.now()])
    await trigger()
    await world.drain()
    expect(await job(jobId)).toMatchObject({
      status: 'completed',
      counts: { total: 3, done: 2, skipped: 1, failed: 0 },
      reasons: [{ code: 'PERSON_ERASED', status: 'skipped', count: 1 }],
    })
    expect(await tablesWith(local)).toEqual({})
  })

  it('waits for mail in transit, and deletes what that writes', async () => {
    await add()
    const jobId = await trigger()
    const { mark, settle: settled, tried, release } = await leased(jobId)
    await mark()
    const erasing = erase()
    // Waits in the test until the erasure has deleted the record; it then waits for the message that is being sent.
    const record = 'select from records where data_table_id = $1 and position($2 in data::text) > 0'
    await until(async () => (await world.sql.query(record, [own.dataTableId, email])).rowCount === 0)
    // Lets the test's message arrive although the erasure has begun. Its server then refuses the mailbox and
    // names the address.
    await world.container.get(EmailChannel).send(messageTo(owner, jobId, tried.recordId))
    const code = 'MAILBOX_UNKNOWN'
    const { wasJobRunning: isJobRunning } = await settled({
      kind: 'failed',
      bounced: true,
      ...causeOf(code),
      reason: `550 <${email}>`,
    })
    await release()
    expect(isJobRunning).toBe(true)
    const receipt = await erasing
    expect(receipt).toMatchObject({ inTransit: 0, isFound: true })
    expect(counts(receipt)).toEqual({ records: 1, recipients: 1, messages: 1 })
    expect(await tablesWith(local)).toEqual({})
    expect(await owner.do('GET', `/jobs/${jobId}/recipients?status=failed`)).toMatchObject({
      items: [{ error: null, reason: { code } }],
    })
  })

  it('reports mail that stays in transit, and completes when it is repeated', async () => {
    await add()
    const jobId = await trigger()
    const { mark, settle: settled, tried, release } = await leased(jobId)
    await mark()
    wireMs = 100
    expect(await erase()).toMatchObject({ inTransit: 1, isFound: true })
    await world.container.get(EmailChannel).send(messageTo(owner, jobId, tried.recordId))
    await settled({ kind: 'sent' })
    await release()
    const receipt = await erase()
    expect(receipt).toMatchObject({ inTransit: 0, isFound: true })
    expect(counts(receipt)).toEqual({ messages: 1, contacts: 1 })
    expect((await world.sql.query('select from erased_records')).rowCount).toBe(0)
    expect(await erase()).toMatchObject({ isFound: false })
  })

  it('is completed by a repeat after it was killed half-way', async () => {
    await add()
    const jobId = await trigger()
    await world.drain()
    await world.sql.query('update recipients set error = $2 where job_id = $1', [jobId, `550 <${email}>`])
    // Deletes in the test what the first steps of an erasure delete, as if its process died after them.
    const { organizationId } = owner
    const digest = await world.container.get(PersonDigests).of(organizationId, email)
    const person = { organizationId, address: email, value: null, digest }
    const { items } = await owner.do('GET', `/data-tables/${own.dataTableId}/records?order=desc&limit=1`)
    const found = { dataTableId: own.dataTableId, recordIds: [items[0].id] }
    await world.container.get(PersonStore).eraseRecords(person, found)
    const receipt = await erase()
    expect(counts(receipt)).toEqual({ recipients: 3, messages: 1, contacts: 1 })
    expect(await tablesWith(local)).toEqual({})
    expect(await erase()).toMatchObject({ isFound: false })
  })

  it('loses and damages nothing beside arrivals with the same key', async () => {
    await owner.do('PATCH', `/data-tables/${own.dataTableId}`, {
      match: { columns: ['email'], onMatch: 'update' },
    })
    const erased = new AbortController()
    const sending = [1, 2, 3].map(async (client) => {
      for (let no = 0; !erased.signal.aborted; no++) {
        const records = [{ name: `${client}.${no}`, email }]
        const { status } = await ingest({ dataTableId: own.dataTableId, records })
        expect(status).toBe(201)
      }
    })
    for (let time = 0; time < 8; time++) await erase()
    erased.abort()
    await Promise.all(sending)
    await erase()
    await isPrunedTo(2)
    const { rows } = await world.sql.query(
      'select (select count(*)::int from record_keys where data_table_id = $1) as keys, (select count(*)::int from records where data_table_id = $1) as records',
      [own.dataTableId],
    )
    expect(rows).toEqual([{ keys: 2, records: 2 }])
    expect(await tablesWith(local)).toEqual({})
  })

  describe('of a record that another process changes at that moment', () => {
    /** Erases the person while another transaction has changed cells of the person's record. Returns the counts. */
    const eraseDuring = async (cells: object) => {
      const other = await world.connect()
      await other.query('begin')
      await other.query(
        `update records set data = data || $3::jsonb where data_table_id = $1 and data->>'email' = $2`,
        [own.dataTableId, email, JSON.stringify(cells)],
      )
      const erasing = erase()
      await untilLocksAreAwaited(world.sql)
      await other.query('commit')
      return counts(await erasing)
    }

    it.each([
      null,
      ['email'],
      // The change gives the record another match key.
      ['name', 'email'],
    ])('deletes it, with match columns %j', async (columns) => {
      const match = columns === null ? null : { columns, onMatch: 'update' }
      await owner.do('PATCH', `/data-tables/${own.dataTableId}`, { match })
      await add()
      expect(await eraseDuring({ name: 'Zoe Other' })).toMatchObject({ records: 1 })
      await isPrunedTo(2)
      expect(await tablesWith(local)).toEqual({})
    })

    it('keeps a record that no longer belongs to the person', async () => {
      await add()
      expect((await eraseDuring({ email: 'joan@example.com' }))['records']).toBeUndefined()
      await isPrunedTo(3)
    })
  })

  describe('of a person whose address a template builds', () => {
    const login = 'yan.unmistakable'
    const built = `${login}@acme.example`
    const [first, second] = ['First', 'Second'].map((subject) => ({
      type: 'email',
      to: '{{ name }}@acme.example',
      subject,
      text: 'Hello',
    }))
    const publish = async (...steps: unknown[]) => {
      await owner.do('PATCH', `/spinners/${own.spinnerId}`, { steps })
      await owner.do('POST', `/spinners/${own.spinnerId}/publish`)
    }
    const wait = { type: 'wait', seconds: 3_600 }
    const goOn = async () => {
      await world.inspect.endWaits()
      await world.container.get(Slices).requestTurns([owner.organizationId])
      await world.drain()
    }
    const sentTo = async () =>
      (await owner.do('GET', '/outbox')).items.map(({ to, subject }: { to: string; subject: string }) => [
        to,
        subject,
      ])

    it('stops the person, and keeps the record', async () => {
      await publish(first, wait, second)
      await ingest({ dataTableId: own.dataTableId, records: [{ name: login, email: 'desk@example.com' }] })
      const jobId = await trigger()
      await world.drain()
      expect(counts(await erase(built))).toMatchObject({ recipients: 1, contacts: 1, messages: 1 })
      await goOn()
      expect((await sentTo()).map(([to]: string[]) => to)).not.toContain(built)
      expect(await job(jobId)).toMatchObject({
        status: 'completed',
        counts: { total: 3, done: 2, skipped: 1 },
        reasons: [{ code: 'PERSON_ERASED', count: 1 }],
      })
      await isPrunedTo(3)
    })

    it('stops a person who waits for a condition, and the others continue when they meet it', async () => {
      const where = { column: 'name', operator: 'equals', value: 'won' }
      const untilWon = { type: 'waitUntil', where, timeoutSeconds: 86_400, onTimeout: 'skip' }
      await publish(untilWon, { ...first, to: '{{ email }}' })
      await add()
      const jobId = await trigger()
      await world.drain()
      expect(await job(jobId)).toMatchObject({ counts: { total: 3, waiting: 3 } })
      await erase()
      const { items } = await owner.do('GET', `/data-tables/${own.dataTableId}/records`)
      for (const { id } of items)
        await owner.do('PATCH', `/data-tables/${own.dataTableId}/records/${id}`, { data: { name: 'won' } })
      await goOn()
      expect((await sentTo()).map(([to]: string[]) => to).toSorted()).toEqual([
        'ada@example.com',
        'grace@example.com',
      ])
      expect(await job(jobId)).toMatchObject({
        status: 'completed',
        counts: { total: 3, done: 2, skipped: 1 },
        reasons: [{ code: 'PERSON_ERASED', count: 1 }],
      })
    })

    it('stops the person when it is repeated after a message that was in transit', async () => {
      await publish(first, wait, second)
      await ingest({ dataTableId: own.dataTableId, records: [{ name: login, email: 'desk@example.com' }] })
      const jobId = await trigger()
      const slices = world.container.get(Slices)
      const lease = { holder: world.container.get(Ids).next(), seconds: 30 }
      const slice = (await slices.take(jobId, lease)) as LeasedSlice
      const recordId = slice.recipients.find(({ data }) => data?.['name'] === login)?.recordId ?? ''
      const tried = { recordId, step: 0, attempts: 0, address: built }
      await slices.settleAndMark(slice, lease, [], [tried])
      wireMs = 100
      expect(await erase(built)).toMatchObject({ inTransit: 1 })
      await slices.settleAndMark(
        slice,
        lease,
        [settleStep(tried, { kind: 'sent' }, programOfLength(3), 0)],
        [],
      )
      await slices.release(slice, lease)
      const receipt = await erase(built)
      expect(receipt).toMatchObject({ inTransit: 0 })
      expect(counts(receipt)).toMatchObject({ recipients: 1, contacts: 1 })
      await goOn()
      await goOn()
      expect((await sentTo()).map(([to]: string[]) => to)).not.toContain(built)
    })

    it('leaves out the person when failed recipients are run again', async () => {
      await publish(first, wait, second)
      await ingest({ dataTableId: own.dataTableId, records: [{ name: login, email: 'desk@example.com' }] })
      const jobId = await trigger()
      await world.drain()
      await world.sql.query(
        `update recipients r set status = 'failed', reason = 'MESSAGE_REFUSED'
           from sent_emails c where r.job_id = $1 and c.record_id = r.record_id and c.address = $2`,
        [jobId, built],
      )
      await goOn()
      await erase(built)
      await expect(owner.do('POST', `/jobs/${jobId}/retry-failed`)).rejects.toThrow('answered 409')
    })

    it('does not stop people whose records have the address in a cell, such as that of the owner', async () => {
      await publish({ ...first, to: '{{ name }}' }, wait, { ...second, to: '{{ email }}' })
      const records = [
        { name: 'Zoe', email },
        { name: email, email: 'lead@example.com' },
      ]
      await ingest({ dataTableId: own.dataTableId, records })
      await trigger()
      await world.drain()
      expect(await sentTo()).toEqual([[email, 'First']])
      await erase()
      await goOn()
      expect(await sentTo()).toEqual([['lead@example.com', 'Second']])
    })

    describe('who was the owner of a lead', () => {
      /** Starts a job whose first message went to the owner, the person, and whose second goes to the lead. */
      const begun = async () => {
        await publish({ ...first, to: '{{ name }}' }, wait, { ...second, to: '{{ email }}' })
        const records = [{ name: email, email: 'lead@example.com' }]
        await ingest({ dataTableId: own.dataTableId, records })
        const jobId = await trigger()
        await world.drain()
        expect(await sentTo()).toEqual([[email, 'First']])
        return jobId
      }
      const leadOf = async () => {
        const { items } = await owner.do('GET', `/data-tables/${own.dataTableId}/records`)
        return items.find(({ data }: { data: { email: string } }) => data.email === 'lead@example.com').id
      }

      it('does not stop the lead, if it has another owner at the erasure', async () => {
        await begun()
        await owner.do('PATCH', `/data-tables/${own.dataTableId}/records/${await leadOf()}`, {
          data: { name: 'bob@example.com' },
        })
        await erase()
        await goOn()
        expect(await sentTo()).toEqual([['lead@example.com', 'Second']])
      })

      it('keeps the failed lead for a retry, if it has another owner at the erasure', async () => {
        const jobId = await begun()
        await owner.do('PATCH', `/data-tables/${own.dataTableId}/records/${await leadOf()}`, {
          data: { name: 'bob@example.com' },
        })
        await world.sql.query(
          `update recipients r set status = 'failed', reason = 'MESSAGE_REFUSED'
             from sent_emails c where r.job_id = $1 and c.record_id = r.record_id and c.address = $2`,
          [jobId, email],
        )
        await goOn()
        await erase()
        // The two other records fail, because their names are no addresses.
        expect(await owner.do('POST', `/jobs/${jobId}/retry-failed`)).toMatchObject({ counts: { total: 3 } })
      })

      it('does not stop the lead, if the erasure is repeated after its process died', async () => {
        await begun()
        const { organizationId } = owner
        const digest = await world.container.get(PersonDigests).of(organizationId, email)
        await world.container
          .get(PersonStore)
          .eraseRecords(
            { organizationId, digest, address: email, value: null },
            { dataTableId: own.dataTableId, recordIds: [await leadOf()] },
          )
        await erase()
        await goOn()
        expect(await sentTo()).toEqual([['lead@example.com', 'Second']])
      })
    })
  })

  it('works beside the retention, and finds nothing that was deleted by it', async () => {
    await add()
    await trigger()
    await world.drain()
    const ended = world.container.get(JobStore)
    const clear = async () => {
      while (await ended.clearEnded(new Date(Date.now() + 60_000)));
    }
    const [receipt] = await Promise.all([erase(), clear()])
    expect(counts(receipt)).toMatchObject({ records: 1, contacts: 1 })
    expect(await tablesWith(local)).toEqual({})
  })

  it('handles a person in 10,000 records, in small transactions', async () => {
    const rows = Array.from({ length: 10_000 }, (_, no) => `Zoe ${no},${email}`)
    await owner.import(own.dataTableId, `name,email\n${rows.join('\n')}\n`)
    const jobId = await trigger()
    await world.drain()
    const receipt = await erase()
    expect(counts(receipt)).toEqual({ records: 10_000, recipients: 9_999, messages: 1, contacts: 1 })
    await isPrunedTo(2)
    expect(await job(jobId)).toMatchObject({ status: 'completed' })
    expect(await tablesWith(local)).toEqual({})
  })

  it('keeps a digest that other secrets of the service still recognize, and no other organization', async () => {
    await owner.do('POST', '/suppressions', { email })
    const { person } = await erase()
    const [session] = world.config.secrets
    if (session === undefined) throw new Error('There is a session secret')
    const newer = { id: 'newer', secret: 'n'.repeat(32) }
    const databases: Database[] = []
    const processWith = (...keys: ConstructorParameters<typeof KeyRing>[0]) => {
      const database = new Database({ url: world.databaseUrl, poolSize: 2 })
      databases.push(database)
      return createContainer(world.config, postgres(database), [
        provideValue(KeyRing, new KeyRing(keys)),
        provideValue(Clock, world.clock),
      ])
    }
    const { places } = await processWith(newer, session).get(RotateSecrets).execute()
    expect(places.find(({ place }) => place === 'keys of digests')?.sealed).toBeGreaterThan(0)
    const digests = processWith(newer).get(PersonDigests)
    expect(await digests.of(owner.organizationId, email)).toBe(person)
    expect(await digests.known(world.demo.organizationId, email)).not.toBe(person)
    // Rotates back to the former encryption key for the tests after this one.
    await processWith(session, newer).get(RotateSecrets).execute()
    for (const database of databases) await database.close()
  })
})
