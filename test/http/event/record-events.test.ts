import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { EventLog } from '../../support/event/event-log.ts'
import { createWorld, type World } from '../../support/world.ts'

const person = (no: number, name = `Ada ${no}`) => ({ name, email: `ada${no}@example.com` })
const csv = (...rows: string[]) => `name,email\n${rows.join('\n')}\n`

describe('events of records and arrivals', () => {
  let world: World
  let api: Api
  let ada: Person
  let own: Workshop
  let log: EventLog
  let webhook: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    ada = await signUp(api)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createWorkshop(ada)
    webhook = new URL((await ada.do('GET', `/data-tables/${own.dataTableId}`)).webhookUrl).pathname
    log = await EventLog.of(world, ada.organizationId)
  })

  const table = () => `/data-tables/${own.dataTableId}`
  const idsOf = async () =>
    (await ada.do('GET', `${table()}/records?limit=200`)).items.map(({ id }: { id: string }) => id)
  const ingest = (records: readonly object[]) =>
    api.ingest(records, { key: own.apiKey, json: { dataTableId: own.dataTableId, records } })
  const byToken = (raw: string) => api.ask(webhook, { method: 'POST', raw })
  const reported = async (type: 'record.added' | 'record.updated') =>
    (await log.next(type)).map(({ object }) => object.id)
  /** Runs an action of a test, and returns the ids of the records that it has added. */
  const addedBy = async (action: () => Promise<unknown>) => {
    const before = new Set(await idsOf())
    await action()
    return (await idsOf()).filter((id: string) => !before.has(id)).toSorted()
  }
  const matchByEmail = () =>
    ada.do('PATCH', table(), { match: { columns: ['email'], onMatch: 'update' }, duplicates: 'merge' })

  describe('record.added', () => {
    it.each<[string, () => Promise<unknown>]>([
      ['ingested by API key', () => ingest([person(1), person(2)])],
      ['ingested by webhook URL', () => byToken(JSON.stringify({ records: [person(1), person(2)] }))],
      ['added in the console', () => ada.do('POST', `${table()}/records`, { data: person(1) })],
      ['imported', () => ada.import(own.dataTableId, csv('Ada,a@example.com', 'Grace,g@example.com'))],
      [
        'brought by a trigger',
        () =>
          api.ask(`/api/v1/public/trigger/${own.spinnerId}`, {
            method: 'POST',
            key: own.apiKey,
            json: { records: [person(1)] },
          }),
      ],
    ])('is written for each record that is %s', async (_way, action) => {
      const added = await addedBy(action)
      expect(added.length).toBeGreaterThan(0)
      const events = await log.next('record.added')
      expect(events.map(({ object }) => object.id).toSorted()).toEqual(added)
      const { organizationId, projectId, dataTableId } = { ...ada, ...own }
      for (const event of events)
        expect(event).toMatchObject({ organizationId, projectId, data: { dataTableId }, address: null })
    })

    it('is written for records of a table with match columns, and record.updated for records that they change', async () => {
      await ingest([person(1), person(2)])
      await matchByEmail()
      await log.next()
      const first = (await ada.do('GET', `${table()}/records?limit=200`)).items.find(
        ({ data }: { data: { email: string } }) => data.email === 'ada1@example.com',
      )
      const added = await addedBy(() => ingest([person(1, 'Ada King'), person(2), person(3)]))
      const events = await log.next()
      expect(events.map(({ type, object }) => [type, object.id])).toEqual([
        ['record.updated', first.id],
        ['record.added', added[0]],
      ])
    })

    it('is written when a held arrival is admitted', async () => {
      await ada.do('PATCH', table(), { acceptsAnyFormat: true, missingColumns: 'fill' })
      await byToken(JSON.stringify({ records: [{ name: 'Ada', mail: 'ada@example.com' }] }))
      expect(await reported('record.added')).toEqual([])
      await ada.do('POST', `${table()}/columns`, { name: 'mail' })
      const added = await addedBy(() =>
        ada.do('POST', '/arrivals/admit', { dataTableId: own.dataTableId, all: true }),
      )
      expect(added).toHaveLength(1)
      expect(await reported('record.added')).toEqual(added)
    })

    it('is written once for an Idempotency-Key, and not for a request that is refused', async () => {
      const headers = { 'idempotency-key': 'one' }
      const json = { dataTableId: own.dataTableId, records: [person(1)] }
      for (let time = 0; time < 2; time++) await api.ingest([], { key: own.apiKey, json, headers })
      expect(await reported('record.added')).toHaveLength(1)
      expect((await ingest([{ ...person(2), phone: '1' }])).status).toBe(422)
      expect(await reported('record.added')).toEqual([])
    })
  })

  describe('record.updated', () => {
    it('is written for an edit in the console that changes a cell', async () => {
      const [id] = await idsOf()
      const change = (cell: string) => ada.do('PATCH', `${table()}/records/${id}`, { data: { name: cell } })
      await change('Ada King')
      await change('Ada King')
      expect(await reported('record.updated')).toEqual([id])
    })

    it('is written for each record that an edit of many changes, as for an edit of one', async () => {
      await ingest([person(1), person(2), person(3)])
      const [first, second, third] = await idsOf()
      const edit = (id: string, cell: string) =>
        ada.do('PATCH', `${table()}/records/${id}`, { data: { name: cell } })
      await edit(third, 'Same')
      await log.next()
      await edit(first, 'Ada King')
      const [single] = await log.next('record.updated')
      const records = [first, second, third, '7'].map((id) => ({ id, data: { name: 'Same' } }))
      const answer = await ada.do('POST', `${table()}/records/change`, { records })
      expect(answer.records.map(({ status }: { status: string }) => status)).toEqual([
        'changed',
        'changed',
        'unchanged',
        'missing',
      ])
      const events = await log.next()
      expect(events.map(({ type, object }) => [type, object.id])).toEqual([
        ['record.updated', first],
        ['record.updated', second],
      ])
      for (const { projectId, spinnerId, data, address } of events)
        expect({ projectId, spinnerId, data, address }).toEqual({
          projectId: single?.projectId,
          spinnerId: single?.spinnerId,
          data: single?.data,
          address: single?.address,
        })
    })

    it('is written for each record whose match column an edit of many changes', async () => {
      await ingest([person(1), person(2)])
      await matchByEmail()
      const ids = (await idsOf()).slice(-2)
      await log.next()
      const records = ids.map((id: string) => ({ id, data: { email: `new${id}@example.com` } }))
      await ada.do('POST', `${table()}/records/change`, { records })
      expect(await reported('record.updated')).toEqual(ids)
    })

    it('is written for records that an import changes', async () => {
      await matchByEmail()
      await log.next()
      await ada.import(
        own.dataTableId,
        csv('Countess,ada@example.com', 'Grace,grace@example.com', 'New,new@example.com'),
      )
      const events = await log.next('record.updated', 'record.added')
      expect(events.map(({ type }) => type)).toEqual(['record.updated', 'record.added'])
    })

    it('is written for records with which duplicates are merged', async () => {
      await ada.do('POST', `${table()}/columns`, { name: 'phone' })
      await ada.import(own.dataTableId, 'name,email,phone\nAda,ada@example.com,1\n')
      await log.next()
      await matchByEmail()
      expect(await reported('record.updated')).toHaveLength(1)
    })
  })

  describe('import.completed', () => {
    it('has the numbers of rows, and is not written if the import fails', async () => {
      await ada.import(own.dataTableId, csv('Ada,a@example.com', 'Grace,g@example.com'))
      const data = { dataTableId: own.dataTableId, inserted: 2, updated: 0, unchanged: 0, leftOut: 0 }
      expect(await log.next('import.completed')).toMatchObject([{ data, projectId: own.projectId }])
      const { status } = await ada.import(own.dataTableId, csv('Ada,a@example.com,too,many'))
      expect(status).toBe(400)
      expect(await log.next()).toEqual([])
    })

    it('is accompanied by arrival.refused for the rows that were left out', async () => {
      await ada.do('PATCH', table(), { acceptsAnyFormat: false })
      const file = csv('Ada,a@example.com', 'Grace,g@example.com,more')
      const form = new FormData()
      form.append('options', JSON.stringify({ skipBadRows: true }))
      form.append('file', new Blob([file]), 'leads.csv')
      const url = `${api.url}/api/v1${table()}/imports`
      const headers = { authorization: `Bearer ${ada.token}` }
      const response = await fetch(url, { method: 'POST', headers, body: form })
      const { leftOut } = (await response.json()) as { leftOut: { arrivalId: string } }
      const events = await log.next('import.completed', 'arrival.refused')
      expect(events).toMatchObject([
        { type: 'import.completed', data: { inserted: 1, leftOut: 1 } },
        {
          type: 'arrival.refused',
          object: { id: leftOut.arrivalId },
          data: { code: 'ROWS_SKIPPED', records: 1 },
        },
      ])
    })
  })

  describe('an arrival', () => {
    const arrivals = async (status: string) => {
      await world.settle()
      return (await ada.do('GET', `/arrivals?dataTableId=${own.dataTableId}&status=${status}`)).items
    }

    it('is told as held when it does not fit an open table', async () => {
      await ada.do('PATCH', table(), { acceptsAnyFormat: true })
      await byToken(JSON.stringify({ records: [{ name: 'Ada', mail: 'ada@example.com' }] }))
      const [held] = await arrivals('held')
      const { projectId, dataTableId } = own
      expect(await log.next()).toMatchObject([
        {
          type: 'arrival.held',
          object: { type: 'arrival', id: held.id },
          projectId,
          data: { dataTableId, code: 'UNKNOWN_COLUMN', records: 1 },
        },
      ])
      // An attempt to admit the arrival that leaves it held tells nothing new.
      await ada.do('POST', '/arrivals/admit', { dataTableId, all: true })
      expect(await log.next()).toEqual([])
    })

    it('is told as refused when a strict table refuses it, and as held when some of it was admitted', async () => {
      const records = [person(1), { ...person(2), phone: '1' }]
      expect((await ingest(records)).status).toBe(422)
      const [refused] = await arrivals('refused')
      const { dataTableId } = own
      expect(await log.next()).toMatchObject([
        { type: 'arrival.refused', object: { id: refused.id }, data: { code: 'SCHEMA_MISMATCH' } },
      ])
      await ada.do('POST', '/arrivals/admit', { dataTableId, arrivalIds: [refused.id] })
      expect(await log.next('arrival.held')).toMatchObject([{ object: { id: refused.id } }])
    })

    it('is told as held when its signature is missing', async () => {
      const signature = { preset: 'typeform', secret: 'a secret of the test, long enough' }
      await ada.do('PATCH', table(), { acceptsAnyFormat: true, signature, onBadSignature: 'hold' })
      await byToken(JSON.stringify({ records: [person(1)] }))
      expect(await log.next()).toMatchObject([{ type: 'arrival.held', data: { code: 'UNVERIFIED' } }])
    })
  })

  it('are not written for types that nobody asks for', async () => {
    const other = await signUp(api)
    const theirs = await createWorkshop(other)
    const deaf = await EventLog.of(world, other.organizationId, ['person.erased'])
    await other.import(theirs.dataTableId, csv('Ada,a@example.com'))
    expect(await deaf.next()).toEqual([])
  })
})
