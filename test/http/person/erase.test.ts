import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { PersonToErase } from '../../../src/domain/person/erasure.ts'
import { AuditStore } from '../../../src/ports/account/audit.ts'
import { PersonStore } from '../../../src/ports/person/people.ts'
import { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { type Api, createApi } from '../../support/api.ts'
import { anyEntry } from '../../support/data/any-entry.ts'
import {
  addMember,
  createWorkshop,
  type Person,
  personOf,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const email = 'ada@example.com'

describe('a person who is exported and erased', () => {
  let world: World
  let api: Api
  let owner: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.follow()
    owner = await signUp(api)
    own = await createWorkshop(owner)
  })

  const erase = (address = email) => owner.do('POST', '/people/erase', { email: address })
  const exported = (address = email) => owner.do('POST', '/people/export', { email: address })
  const counts = (receipt: { stores: { store: string; erased: number }[] }) =>
    Object.fromEntries(
      receipt.stores.filter(({ erased }) => erased > 0).map(({ store, erased }) => [store, erased]),
    )
  async function run() {
    const { jobId } = await owner.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await world.drain()
    return owner.do('GET', `/jobs/${jobId}`)
  }
  const records = async () => (await owner.do('GET', `/data-tables/${own.dataTableId}/records`)).items
  const table = () => owner.do('GET', `/data-tables/${own.dataTableId}`)

  it('disappears from the values in audit entries, and other people stay in them', async () => {
    await owner.do('PATCH', '/organization', { auditsValues: true })
    for (const { id } of await records())
      await owner.do('PATCH', `/data-tables/${own.dataTableId}/records/${id}`, {
        data: { name: `No. ${id}` },
      })
    const values = async () => {
      const { items } = await owner.do('GET', '/audit?action=record.changed')
      return items.map(({ before, after }: { before: object; after: object }) => [before, after])
    }
    const facts = { dataTableId: own.dataTableId, dataTable: 'Leads', columns: ['name'] }
    expect(await values()).toMatchObject([
      [{ cells: { name: 'Grace' } }, facts],
      [{ cells: { name: 'Ada' } }, facts],
    ])
    expect(counts(await erase())).toMatchObject({ records: 1, auditEntries: 1 })
    expect(await values()).toMatchObject([
      [{ cells: { name: 'Grace' } }, facts],
      [null, facts],
    ])
    expect(JSON.stringify(await values())).not.toContain('Ada')
  })

  it('is exported with everything that was sent, captured and decided, and is gone after an erasure', async () => {
    const { id: jobId } = await run()
    await owner.do('POST', '/suppressions', { email })
    const all = await exported('ADA@Example.COM')
    expect(all).toMatchObject({
      email,
      tables: [{ dataTableId: own.dataTableId, name: 'Leads', records: [{ data: { name: 'Ada', email } }] }],
      recipients: [{ jobId, status: 'done', reason: null }],
      messages: [{ jobId, to: email, subject: 'Welcome, Ada' }],
      contacts: [{ jobId, step: 0 }],
      suppression: { reason: 'added', email },
    })
    expect(JSON.stringify(all)).not.toContain('grace')

    const receipt = await erase(' Ada@example.com')
    expect(receipt).toMatchObject({ isFound: true, inTransit: 0, isSuppressed: true })
    expect(counts(receipt)).toEqual({
      records: 1,
      messages: 1,
      contacts: 1,
      suppressions: 1,
      auditEntries: 1,
    })
    expect((await records()).map((one: { data: object }) => one.data)).toEqual([
      { name: 'Grace', email: 'grace@example.com' },
    ])
    expect(await table()).toMatchObject({ recordCount: 1 })
    expect((await owner.do('GET', '/outbox')).items).toMatchObject([{ to: 'grace@example.com' }])
    expect((await owner.do('GET', '/suppressions')).items).toEqual([])
    expect(await exported()).toMatchObject({
      tables: [],
      recipients: [],
      deliveries: [],
      messages: [],
      log: [],
      contacts: [],
      changes: [],
      suppression: { reason: 'added', email: null },
    })
  })

  it('is not found by a second erasure, which says so', async () => {
    await erase()
    expect(await erase()).toMatchObject({ isFound: false, inTransit: 0, isSuppressed: false })
    const again = await erase()
    expect(counts(again)).toEqual({})
    expect(again.stores.map(({ store }: { store: string }) => store)).toContain('records')
  })

  it('stays suppressed when the address returns after an opt-out, and is otherwise new', async () => {
    await run()
    await owner.do('POST', '/suppressions', { email })
    await erase()
    await erase('grace@example.com')
    await owner.import(own.dataTableId, 'name,email\nAda,ADA@example.com\nGrace,grace@example.com\n')
    const { counts: after, reasons } = await run()
    expect(after).toMatchObject({ total: 2, done: 1, skipped: 1 })
    expect(reasons).toEqual([{ code: 'SUPPRESSED', status: 'skipped', count: 1 }])
    const written = (await owner.do('GET', '/outbox')).items.map(({ to }: { to: string }) => to)
    expect(written).toEqual(['grace@example.com'])
    // Tests that the preview of a spinner shows the suppression of the erased address like that of a stored address.
    const preview = await owner.do('POST', `/spinners/${own.spinnerId}/preview`, {})
    expect(JSON.stringify(preview)).toContain('suppression')
    expect((await personOf(owner, email)).suppression).toMatchObject({
      id: null,
      reason: 'added',
    })
  })

  it('unsubscribes by the link of an earlier mail, and no address is stored after an opt-out', async () => {
    await owner.do('POST', '/suppressions', { email })
    await erase()
    await unsubscribe()
    expect((await owner.do('GET', '/suppressions')).items).toEqual([])
    expect(await exported()).toMatchObject({ suppression: { reason: 'added', email: null } })
  })

  it('unsubscribes by the link after an erasure without an opt-out too', async () => {
    await erase()
    await unsubscribe()
    expect(await exported()).toMatchObject({ suppression: { reason: 'unsubscribed' } })
    await erase()
    expect(await exported()).toMatchObject({ suppression: { reason: 'unsubscribed', email: null } })
  })

  it('can receive messages again after the organization removes the suppression of an erased address', async () => {
    await owner.do('POST', '/suppressions', { email })
    await erase()
    const { id, reason } = await owner.do('POST', '/suppressions', { email })
    expect(reason).toBe('added')
    await owner.do('DELETE', `/suppressions/${id}`)
    expect(await exported()).toMatchObject({ suppression: null })
  })

  it('becomes an empty cell in the records of other people, which stay', async () => {
    const { id } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Owned' })
    await owner.import(id, `name,owner,email\nLin,${email},lin@example.com\nAda,lin@example.com,${email}\n`)
    expect(counts(await erase())).toMatchObject({ records: 2, cells: 1 })
    const { items } = await owner.do('GET', `/data-tables/${id}/records`)
    expect(items.map((one: { data: object }) => one.data)).toEqual([
      { name: 'Lin', owner: null, email: 'lin@example.com' },
    ])
  })

  it('becomes an empty cell in leads without an address of their own, and the receipt names them', async () => {
    const tableOf = async (name: string, csv: string) => {
      const { id } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, { name })
      await owner.import(id, csv)
      return id
    }
    const leads = await tableOf(
      'Leads',
      `name,phone,email,looked after by\nLin,+4930123456,,${email}\nKay,,kay@example.com,${email}\n`,
    )
    const calls = await tableOf('Calls', `name,account manager\nLin,${email}\n`)
    const guests = await tableOf('Guests', `name,reach\nAda,${email}\n`)
    const receipt = await erase()
    // The record of the table without a column for addresses is the only record of the person.
    expect(counts(receipt)).toMatchObject({ records: 2, cells: 3 })
    const rowsOf = async (id: string) =>
      (await owner.do('GET', `/data-tables/${id}/records`)).items.map((one: { data: object }) => one.data)
    expect(await rowsOf(leads)).toMatchObject([
      { name: 'Lin', phone: '+4930123456', 'looked after by': null },
      { name: 'Kay', email: 'kay@example.com', 'looked after by': null },
    ])
    expect(await rowsOf(calls)).toEqual([{ name: 'Lin', 'account manager': null }])
    expect(await rowsOf(guests)).toEqual([])
    const stored = receipt.remainingRecords.map(({ recordId: _id, ...rest }: { recordId: string }) => rest)
    expect(stored).toHaveLength(3)
    expect(stored).toEqual(
      expect.arrayContaining([
        { dataTableId: leads, columns: ['looked after by'], reason: 'noAddress' },
        { dataTableId: leads, columns: ['looked after by'], reason: 'anotherPerson' },
        { dataTableId: calls, columns: ['account manager'], reason: 'noAddress' },
      ]),
    )
    expect((await erase()).remainingRecords).toEqual([])
  })

  it('is stopped in queued jobs, which end without a failure', async () => {
    const queued = await owner.do('POST', `/spinners/${own.spinnerId}/jobs`)
    await erase()
    await world.drain()
    expect(await owner.do('GET', `/jobs/${queued.jobId}`)).toMatchObject({
      status: 'completed',
      counts: { total: 1, done: 1, failed: 0 },
    })
  })

  it('is stopped in waiting jobs with a reason, and their counts say so', async () => {
    const steps = [{ type: 'wait', seconds: 3600 }, welcome]
    await owner.do('PATCH', `/spinners/${own.spinnerId}`, { steps })
    await owner.do('POST', `/spinners/${own.spinnerId}/publish`)
    const { id: jobId } = await run()
    const receipt = await erase()
    expect(counts(receipt)).toEqual({ records: 1, recipients: 1 })
    await world.drain()
    expect(await owner.do('GET', `/jobs/${jobId}`)).toMatchObject({
      status: 'running',
      counts: { total: 2, waiting: 1, skipped: 1 },
    })
    const { items } = await owner.do('GET', `/jobs/${jobId}/recipients?reason=PERSON_ERASED`)
    expect(items).toMatchObject([{ status: 'skipped', reason: { code: 'PERSON_ERASED' } }])
    await world.inspect.endWaits()
    await world.drain()
    await world.container.get(AskDueTurns).execute()
    await world.drain()
    const written = (await owner.do('GET', '/outbox')).items.map(({ to }: { to: string }) => to)
    expect(written).toEqual(['grace@example.com'])
    expect(await owner.do('GET', `/jobs/${jobId}`)).toMatchObject({
      status: 'completed',
      counts: { total: 2, done: 1, skipped: 1 },
    })
  })

  it('leaves only a digest in the audit log for the authors of a suppression to be found', async () => {
    const { id } = await owner.do('POST', '/suppressions', { email })
    await owner.do('DELETE', `/suppressions/${id}`)
    const { person } = await erase()
    expect(person).toMatch(/^[\w-]{43}$/)
    const filter = { ...anyEntry, organizationId: owner.organizationId }
    const { items } = await world.container.get(AuditStore).list(filter, { limit: 4, after: null })
    expect(items.map(({ action, subject }) => [action, subject.kind, subject.name])).toEqual([
      ['person.erased', 'person', person],
      ['suppression.removed', 'suppression', person],
      ['suppression.added', 'suppression', person],
      expect.anything(),
    ])
  })

  it('is removed from idempotency keys and request ids with the address, and from no others', async () => {
    const json = { dataTableId: own.dataTableId, records: [{ name: 'Ada', email }] }
    const send = (key: string) =>
      api.ask('/api/v1/public/ingest', {
        method: 'POST',
        key: own.apiKey,
        json,
        headers: { 'idempotency-key': key, 'x-request-id': `crm-${key}` },
      })
    expect((await send('lead-Ada@example.com')).status).toBe(201)
    expect((await send('lead-2')).status).toBe(201)
    expect(counts(await erase())).toMatchObject({ records: 3, idempotencyKeys: 1, requestIds: 1 })
    expect((await send('lead-2')).headers.get('idempotency-replayed')).toBe('true')
    expect((await send('lead-Ada@example.com')).headers.get('idempotency-replayed')).toBeNull()
  })

  describe('who is in a part of a held body', () => {
    let path: string
    const send = async (body: unknown) =>
      (await fetch(api.url + path, { method: 'POST', body: JSON.stringify(body) })).status
    const held = async () =>
      (await owner.do('GET', `/arrivals?dataTableId=${own.dataTableId}&status=held`)).items

    beforeEach(async () => {
      const { webhookUrl } = await owner.do('PATCH', `/data-tables/${own.dataTableId}`, {
        acceptsAnyFormat: true,
      })
      path = new URL(webhookUrl).pathname
    })

    it('loses that part, and the leads of others are admitted once each', async () => {
      const people = [
        { mail: email, who: 'Ada' },
        { mail: 'kay@example.com', who: 'Kay' },
        { mail: 'lin@example.com', who: 'Lin' },
      ]
      expect(await send({ people })).toBe(200)
      const before = await exported()
      expect(before.arrivals).toMatchObject([{ status: 'held' }])
      expect(before.arrivals[0].body).toContain(email)
      expect(before.arrivals[0].body).not.toContain('kay@example.com')
      expect(counts(await erase())).toMatchObject({ arrivals: 1 })
      expect((await exported()).arrivals).toEqual([])
      expect(await held()).toMatchObject([{ status: 'held' }])
      await owner.do('POST', `/data-tables/${own.dataTableId}/mappings`, {
        name: 'People',
        root: ['people', { all: true }],
        match: { where: [], requires: [] },
        fields: [
          { column: 'name', from: [{ path: ['who'] }], transform: [] },
          { column: 'email', from: [{ path: ['mail'] }], transform: [] },
        ],
        action: 'insert',
      })
      const admit = () => owner.do('POST', '/arrivals/admit', { dataTableId: own.dataTableId, all: true })
      expect(await admit()).toMatchObject({ admitted: 2, held: 0 })
      // Sends the test's body again. The service recognises the records of the other people by their places in
      // the body, and adds none.
      await send({ people })
      const names = (await records()).map((one: { data: { name: string } }) => one.data.name)
      expect(names.filter((name: string) => name === 'Kay' || name === 'Lin')).toHaveLength(2)
    })

    it('loses the part in a body of a table in the bin, by the mappings and the country of the table', async () => {
      const phone = '020 7946 0000'
      const { id } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Calls' })
      await owner.import(id, 'name,phone,note\nZoe,020 7946 0009,\n')
      const { webhookUrl } = await owner.do('PATCH', `/data-tables/${id}`, {
        acceptsAnyFormat: true,
        defaultCountry: 'GB',
        match: { columns: ['phone'], onMatch: 'update' },
      })
      path = new URL(webhookUrl).pathname
      await owner.do('POST', `/data-tables/${id}/mappings`, {
        name: 'Calls',
        root: ['batch', 'calls', { all: true }],
        match: { where: [], requires: [] },
        fields: [
          { column: 'phone', from: [{ path: ['phone'] }], transform: [] },
          { column: 'name', from: [{ path: ['who'] }], transform: [] },
        ],
        action: 'insert',
      })
      const calls = [
        { phone, who: 'Ada' },
        { phone: '020 7946 0001', who: 'Kay' },
      ]
      // The address beside the list hides that the list has several people, so only the mapping's root splits the body.
      await send({ batch: { email: 'office@example.com', calls } })
      await owner.do('DELETE', `/data-tables/${id}`)
      const receipt = await owner.do('POST', '/people/erase', { column: 'phone', value: '+442079460000' })
      expect(counts(receipt)).toMatchObject({ arrivals: 1 })
      const { items } = await owner.do('GET', '/bin')
      await owner.do('POST', `/bin/${items[0].id}/restore`)
      const [arrival] = (await owner.do('GET', `/arrivals?dataTableId=${id}&status=held`)).items
      const { body } = await owner.do('GET', `/arrivals/${arrival.id}`)
      expect(JSON.parse(body)).toEqual({ batch: { email: 'office@example.com', calls: [null, calls[1]] } })
    })

    it('is gone with a body that contains nobody else', async () => {
      await send({ contact: { mail: email, who: 'Ada' } })
      expect(counts(await erase())).toMatchObject({ arrivals: 1 })
      expect(await held()).toEqual([])
    })
  })

  it('does not come back with a record that is deleted and restored during the erasure', async () => {
    const copies = world.container.get(PersonStore)
    const eraseDeleted = copies.eraseDeletedRecords.bind(copies)
    const ada = (await records()).find(({ data }: { data: { email: string } }) => data.email === email)
    // Deletes the record when the bin has been searched, and restores it when the table has been searched.
    const steps = [
      async (person: PersonToErase) => {
        const erased = await eraseDeleted(person)
        await owner.do('POST', `/data-tables/${own.dataTableId}/records/delete`, { ids: [ada.id] })
        return erased
      },
      async (person: PersonToErase) => {
        const { items } = await owner.do('GET', '/bin')
        await owner.do('POST', `/bin/${items[0].id}/restore`)
        return eraseDeleted(person)
      },
    ]
    copies.eraseDeletedRecords = (person) => (steps.shift() ?? eraseDeleted)(person)
    await erase()
    copies.eraseDeletedRecords = eraseDeleted
    expect(JSON.stringify(await records())).not.toContain(email)
    expect(await table()).toMatchObject({ recordCount: 1 })
    expect(await erase()).toMatchObject({ isFound: false })
  })

  describe('without an address', () => {
    let phones: string
    const phone = '+44 20 7946 0000'
    const sought = { column: 'phone', value: '+442079460000' }

    beforeEach(async () => {
      const { id } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Phones' })
      phones = id
      await owner.import(id, `name,phone,note\nAda,${phone},\nLin,+44 20 7946 0001,ask ${phone}\n`)
    })

    it('is exported and erased by the value of a column, in any spelling', async () => {
      const all = await owner.do('POST', '/people/export', sought)
      expect(all).toMatchObject({
        email: null,
        tables: [{ name: 'Phones', records: [{ data: { name: 'Ada' } }] }],
      })
      const receipt = await owner.do('POST', '/people/erase', sought)
      expect(receipt).toMatchObject({ isFound: true, isSuppressed: false })
      expect(counts(receipt)).toEqual({ records: 1 })
      const { items } = await owner.do('GET', `/data-tables/${phones}/records`)
      expect(items).toMatchObject([{ data: { name: 'Lin' } }])
      expect(await owner.do('POST', '/people/erase', sought)).toMatchObject({ isFound: false })
    })

    it('is the same person as the address beside the value', async () => {
      const { id } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Both' })
      await owner.import(id, `phone,email\n${phone},${email}\n`)
      expect(counts(await owner.do('POST', '/people/erase', sought))).toEqual({ records: 3 })
      expect(await exported()).toMatchObject({ tables: [] })
    })

    it('is not the owner whose address the record names in another column', async () => {
      const { id } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, {
        name: 'Leads of Kay',
      })
      const kay = 'kay@example.com'
      await owner.import(id, `name,phone,owner\nAda,${phone},${kay}\nLin,+44 20 7946 0001,${kay}\n`)
      const { tables } = await owner.do('POST', '/people/export', sought)
      expect(JSON.stringify(tables)).not.toContain('Lin')
      expect(counts(await owner.do('POST', '/people/erase', sought))).toEqual({ records: 2 })
      const { items } = await owner.do('GET', `/data-tables/${id}/records`)
      expect(items).toMatchObject([{ data: { name: 'Lin', owner: kay } }])
    })

    it('is exported with every part of a held body, by the address and by the value', async () => {
      const { id } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Both' })
      await owner.import(id, `phone,email\n${phone},${email}\n`)
      const { webhookUrl } = await owner.do('PATCH', `/data-tables/${id}`, { acceptsAnyFormat: true })
      const people = [
        { email, said: 'by address' },
        { phone, said: 'by value' },
        { email: 'kay@example.com', said: 'by somebody else' },
      ]
      await fetch(api.url + new URL(webhookUrl).pathname, {
        method: 'POST',
        body: JSON.stringify({ people }),
      })
      const { arrivals } = await owner.do('POST', '/people/export', sought)
      const bodies = arrivals.map(({ body }: { body: string }) => body).join(' ')
      expect(people.map(({ said }) => bodies.includes(said))).toEqual([true, true, false])
    })

    it('cannot be erased by a value that several people share', async () => {
      const { id } = await owner.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Shared' })
      await owner.import(id, `account,email\nA-1,${email}\nA-1,lin@example.com\n`)
      for (const path of ['/people/export', '/people/erase'])
        expect(await owner.ask('POST', path, { column: 'account', value: 'A-1' })).toMatchObject({
          status: 409,
        })
    })

    it('is refused without a value, and with both an address and a value', async () => {
      for (const body of [{ column: 'phone' }, { value: '1' }, { ...sought, email }])
        expect(await owner.ask('POST', '/people/erase', body)).toMatchObject({ status: 400 })
    })
  })

  it('can be exported and erased by owners of the organization only', async () => {
    const member = await addMember(api, world.container, owner.organizationId)
    for (const path of ['/people/export', '/people/erase'])
      expect(await member.ask('POST', path, { email })).toMatchObject({ status: 403 })
    const stranger = await signUp(api)
    await stranger.do('POST', '/people/erase', { email })
    expect(await records()).toHaveLength(2)
  })

  it.each([
    {},
    { email: 'nobody' },
    { email: 'a@b@c' },
    { email: ['ada@example.com'] },
    { email, all: true },
  ])('is refused for %j', async (json) => {
    for (const path of ['/people/export', '/people/erase'])
      expect(await owner.ask('POST', path, json)).toMatchObject({ status: 400 })
  })

  /** Unsubscribes the test's person by the link in a message that was sent before. */
  async function unsubscribe(): Promise<void> {
    const link = world.container
      .get(MessageTokens)
      .unsubscribeLinkFor({ organizationId: owner.organizationId, email })
    const { status } = await fetch(api.url + new URL(link).pathname, { method: 'POST' })
    expect(status).toBe(200)
  }
})
