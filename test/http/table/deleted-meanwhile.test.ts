import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { StoredArrival } from '../../../src/domain/arrival/arrival.ts'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import type { RowSource } from '../../../src/ports/arrival/imports.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { FinishArrivals } from '../../../src/use-cases/arrival/finish-arrivals.ts'
import { ImportRecords } from '../../../src/use-cases/arrival/import/import-records.ts'
import { ClearBin } from '../../../src/use-cases/bin/clear-bin.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { ChangeDataTable } from '../../../src/use-cases/table/change-data-table.ts'

import { type Api, createApi } from '../../support/api.ts'
import {
  addSpinner,
  createWorkshop,
  type Person,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import { until } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a table or spinner that is deleted while something is under way', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  beforeEach(async () => {
    // The test service has no runtime that fills indexes, so the queue keeps such wake-ups of other tests.
    await world.inspect.loseTurns()
    person = await signUp(api)
    own = await createWorkshop(person)
    path = `/data-tables/${own.dataTableId}`
  })
  afterAll(() => world.close())

  type Listed = { id: string; data: Record<string, string> }
  const listed = async () => (await person.do('GET', `${path}/records`)).items as Listed[]
  const emails = async () => (await listed()).map(({ data }) => data['email'])
  const entryOf = async (kind: string): Promise<string> =>
    (await person.do('GET', `/bin?kind=${kind}`)).items[0]?.id
  const restore = async (kind: string) => person.do('POST', `/bin/${await entryOf(kind)}/restore`, {})
  const deleteSpinner = async (id = own.spinnerId) => {
    await person.do('POST', `/spinners/${id}/unpublish`)
    await person.do('DELETE', `/spinners/${id}`)
  }
  const deleteTable = () => person.do('DELETE', path)
  const { signal } = new AbortController()
  const ada = { name: 'Ada', email: 'ada@example.com' }

  it('refuses a trigger with records, and takes it again after the spinner is restored and published', async () => {
    const trigger = (email: string) =>
      api.trigger({
        spinnerId: own.spinnerId,
        key: own.apiKey,
        json: { records: [{ name: 'N', email }] },
      })
    for (const email of ['one@example.com', 'two@example.com'])
      expect((await trigger(email)).status).toBe(201)
    await world.drain()
    await deleteSpinner()
    const refused = await trigger('three@example.com')
    expect([refused.status, refused.body['code']]).toEqual([404, 'SPINNER_NOT_FOUND'])
    await restore('spinner')
    expect((await trigger('four@example.com')).status).toBe(404)
    await person.do('POST', `/spinners/${own.spinnerId}/publish`)
    expect((await trigger('five@example.com')).status).toBe(201)
    await world.drain()
    expect(await emails()).toEqual(['ada', 'grace', 'one', 'two', 'five'].map((one) => `${one}@example.com`))
  })

  it('refuses records by key and by webhook URL, and takes both again at the same URL', async () => {
    const { webhookUrl } = await person.do('GET', path)
    const byUrl = () => api.ask(new URL(webhookUrl).pathname, { method: 'POST', json: { records: [ada] } })
    const byKey = () =>
      api.ask('/api/v1/public/ingest', {
        method: 'POST',
        key: own.apiKey,
        json: { dataTableId: own.dataTableId, records: [ada] },
      })
    const reported = async () =>
      (await Promise.all([byUrl(), byKey()])).map(({ status, body }) => [status, body['code'] ?? null])
    await reported()
    await deleteSpinner()
    await deleteTable()
    expect(await reported()).toEqual([
      [401, 'INVALID_INGEST_TOKEN'],
      [404, 'NOT_FOUND'],
    ])
    await restore('dataTable')
    expect((await person.do('GET', path)).webhookUrl).toBe(webhookUrl)
    expect(await reported()).toEqual([
      [201, null],
      [201, null],
    ])
  })

  it('answers a repeated deletion and a repeated restore whose first answer was lost', async () => {
    const ids = (await listed()).map(({ id }) => id)
    const remove = () => person.do('POST', `${path}/records/delete`, { ids })
    const { deleted, deletionId } = await remove()
    expect([deleted, await remove()]).toEqual([2, { deleted: 0, deletionId: null }])
    const continued = await person.do('POST', `${path}/records/delete`, { ids, deletionId })
    expect(continued).toEqual({ deleted: 0, deletionId })
    const [first, again] = [
      await person.ask('POST', `/bin/${deletionId}/restore`, {}),
      await person.ask('POST', `/bin/${deletionId}/restore`, {}),
    ]
    expect([first.status, again.status, again.body['message']]).toEqual([
      200,
      404,
      'The bin has no such entry; it was restored or deleted permanently',
    ])
    expect((await listed()).map(({ id }) => id)).toEqual(ids)
    await deleteSpinner()
    expect((await person.ask('DELETE', `/spinners/${own.spinnerId}`)).status).toBe(404)
    await deleteTable()
    expect((await person.ask('DELETE', path)).status).toBe(404)
    const { items } = await person.do('GET', '/bin')
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['dataTable', 'spinner'])
  })

  it('says that records cannot be restored after they were deleted permanently', async () => {
    const [one] = await listed()
    const { deletionId } = await person.do('POST', `${path}/records/delete`, { ids: [one?.id] })
    await person.do('DELETE', `/bin/${deletionId}`)
    const undo = () => person.ask('POST', `/bin/${deletionId}/restore`, { recordIds: [one?.id] })
    const message = 'The bin has no such entry; it was restored or deleted permanently'
    expect([(await undo()).status, (await undo()).body['message']]).toEqual([404, message])
    await world.container.get(ClearBin).execute(signal)
    expect([(await undo()).status, (await undo()).body['message']]).toEqual([404, message])
  })

  /** Imports a file, and runs `meanwhile` between its rows: before row 1, 2, and so on. */
  const importRows = (count: number, meanwhile: Readonly<Record<number, () => Promise<unknown>>>) => {
    const header = ['name', 'mail']
    const source: RowSource = {
      header: async () => header,
      async *chunks() {
        for (let no = 1; no <= count; no++) {
          await meanwhile[no]?.()
          yield [{ cells: [`N${no}`, `n${no}@example.com`], line: no + 1, fault: null }]
        }
        await meanwhile[count + 1]?.()
      },
      close: async () => {},
    }
    return world.container.get(ImportRecords).execute({
      organizationId: person.organizationId,
      dataTableId: own.dataTableId,
      source,
      choices: null,
      skipBadRows: false,
      requestId: '',
      by: operator,
    })
  }

  it('has all cells of an import under their columns if it is restored before the end of the file', async () => {
    await person.do('PATCH', `${path}/columns/email`, { name: 'mail' })
    await deleteSpinner()
    const { inserted } = await importRows(9, { 2: deleteTable, 9: () => restore('dataTable') })
    expect(inserted).toBe(9)
    expect((await listed()).map(({ data }) => data['mail'])).toEqual([
      'ada@example.com',
      'grace@example.com',
      ...Array.from({ length: 9 }, (_, no) => `n${no + 1}@example.com`),
    ])
  })

  it('gets nothing of an import that ends while the table is in the bin', async () => {
    await person.do('PATCH', `${path}/columns/email`, { name: 'mail' })
    await deleteSpinner()
    const { usage: before } = await person.do('GET', '/usage')
    await expect(importRows(3, { 2: deleteTable })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('changed or deleted during the import; nothing was written'),
    })
    await restore('dataTable')
    expect(await listed()).toHaveLength(2)
    expect((await person.do('GET', '/usage')).usage).toEqual(before)
  })

  it('is not deleted, changed or filled from a file while records of the same person are merged', async () => {
    await deleteSpinner()
    await person.import(own.dataTableId, 'name,email\nB,ada@example.com\n')
    const refusals: unknown[] = []
    await world.container.get(ChangeDataTable).execute(
      {
        organizationId: person.organizationId,
        dataTableId: own.dataTableId,
        changes: { match: { columns: ['email'], onMatch: 'update', newerBy: null } },
        mergesDuplicates: true,
        revision: Number((await person.ask('GET', path)).headers.get('etag')?.replaceAll('"', '')),
        requestId: '',
        by: operator,
      },
      async () => {
        await person.do('PATCH', path, { name: 'Renamed meanwhile' })
        const replies = [
          await person.ask('DELETE', path),
          await person.ask('PATCH', path, { acceptsAnyFormat: true }),
          await person.import(own.dataTableId, 'name,email\nC,carol@example.com\n'),
        ]
        refusals.push(replies.map(({ status, body }) => [status, body['message']]))
      },
    )
    const otherRequest = [409, expect.stringContaining('Another request is changing the match columns')]
    expect(refusals).toContainEqual([
      [409, 'The match columns of the table are being changed; delete the table afterwards'],
      otherRequest,
      otherRequest,
    ])
    expect((await listed()).map(({ data }) => data)).toEqual([
      { name: 'B', email: 'ada@example.com' },
      { name: 'Grace', email: 'grace@example.com' },
    ])
    expect((await person.do('GET', path)).match).toMatchObject({ columns: ['email'] })
    await deleteTable()
  })

  it('keeps a delivery that a crash left unfinished, and no other table waits for it', async () => {
    const other = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Other' })
    await person.import(other.id, 'name,email\n')
    const leave = async (dataTableId: string, email: string) => {
      await person.do('PATCH', `/data-tables/${dataTableId}`, { acceptsAnyFormat: true })
      const bytes = Buffer.from(JSON.stringify({ records: [{ name: 'N', email }] }))
      const headers = { 'content-type': 'application/json' }
      const arrival: StoredArrival = {
        id: world.container.get(Ids).next(),
        organizationId: person.organizationId,
        dataTableId,
        receivedAt: world.clock.now(),
        status: 'received',
        code: null,
        reasons: [],
        format: null,
        mappingId: null,
        apiKeyId: null,
        requestId: '',
        records: 1,
        accepted: 0,
        heldPositions: null,
        recordsRoot: null,
        body: {
          bytes,
          digest: email,
          contentType: 'application/json',
          contentEncoding: null,
          headers,
          query: {},
        },
        revision: 1,
      }
      await world.container.get(ArrivalStore).keep(arrival, null)
    }
    await leave(own.dataTableId, 'first@example.com')
    await leave(other.id, 'second@example.com')
    await deleteSpinner()
    await deleteTable()
    world.clock.advance(120)
    const finish = () => world.container.get(FinishArrivals).execute(signal)
    await finish()
    const stored = await person.do('GET', `/data-tables/${other.id}/records`)
    expect(stored.items.map(({ data }: Listed) => data['email'])).toEqual(['second@example.com'])
    await restore('dataTable')
    await finish()
    expect((await emails()).at(-1)).toBe('first@example.com')
  })

  it('starts nothing by its schedule until the spinner is published again, and then at the next time', async () => {
    const spinnerId = await addSpinner(person, own, {
      audience: 'new',
      starts: { on: 'schedule', cron: '*/10 * * * *', timeZone: 'UTC' },
    })
    const pass = async (seconds: number) => {
      world.clock.advance(seconds)
      await world.container.get(StartDueSpinners).execute()
      await world.drain()
    }
    const jobs = async () => (await person.do('GET', `/jobs?spinnerId=${spinnerId}`)).items.length
    await pass(600)
    expect(await jobs()).toBe(1)
    await deleteSpinner(spinnerId)
    await pass(3_600)
    await restore('spinner')
    await pass(3_600)
    expect(await jobs()).toBe(1)
    await person.do('POST', `/spinners/${spinnerId}/publish`)
    await world.container.get(StartDueSpinners).execute()
    await world.drain()
    expect(await jobs()).toBe(1)
    await person.import(own.dataTableId, 'name,email\nLin,lin@example.com\n')
    await pass(600)
    expect(await jobs()).toBe(2)
  })

  it('follows columns that are renamed while the spinner is in the bin, if that is certain', async () => {
    const unclear = '{% assign full_name = 1 %}{{ name }}{{ full_name }}'
    const [clear, kept] = [
      await addSpinner(person, own, { steps: [welcome] }),
      await addSpinner(person, own, { steps: [{ ...welcome, text: unclear }] }),
    ]
    await deleteSpinner(own.spinnerId)
    await deleteSpinner(kept)
    await deleteSpinner(clear)
    await person.do('PATCH', `${path}/columns/name`, { name: 'full_name' })
    const { items } = await person.do('GET', '/bin?kind=spinner')
    for (const { id } of items) await person.do('POST', `/bin/${id}/restore`, {})
    const publish = async (id: string) => (await person.ask('POST', `/spinners/${id}/publish`)).body
    expect(await publish(kept)).toMatchObject({ ok: false, message: expect.stringContaining('"name"') })
    await person.do('POST', `${path}/columns`, { name: 'name' })
    expect((await person.do('GET', `/spinners/${clear}`)).steps[0]).toMatchObject({
      subject: 'Welcome, {{ full_name }}',
      text: 'Hello {{ full_name }}',
    })
    await person.do('POST', `/spinners/${clear}/publish`)
  })

  it('loses an erased person in the bin, with the records that wait there for their table', async () => {
    const ids = (await listed()).filter(({ data }) => data['email'] === ada.email).map(({ id }) => id)
    await person.import(own.dataTableId, 'name,email\nAda again,ada@example.com\n')
    await person.do('POST', `${path}/records/delete`, { ids })
    await deleteSpinner()
    await deleteTable()
    await person.do('POST', '/people/erase', { email: ada.email })
    await world.drain()
    await restore('dataTable')
    expect(await emails()).toEqual(['grace@example.com'])
    expect((await person.do('GET', '/bin?kind=records')).items).toEqual([])
    expect((await person.do('GET', path)).recordCount).toBe(1)
  })

  it('keeps its match columns and its search indexes, with a record that was edited just before', async () => {
    await person.do('PATCH', path, { match: { columns: ['email'], onMatch: 'update' } })
    await person.do('PUT', `${path}/indexes`, { includesWords: true, columns: ['name'] })
    const fill = () => world.container.get(RecordStore).fillIndexes(signal)
    await until(async () => {
      await fill()
      const { items } = await person.do('GET', `${path}/indexes`)
      return items.every(({ isReady }: { isReady: boolean }) => isReady)
    })
    const [first] = await listed()
    await person.do('PATCH', `${path}/records/${first?.id}`, { data: { name: 'Countess' } })
    await deleteSpinner()
    await deleteTable()
    await fill()
    await restore('dataTable')
    await fill()
    const found = async (q: string) =>
      (await person.do('GET', `${path}/records?q=${q}`)).items.map(({ data }: Listed) => data['email'])
    expect([await found('countess'), await found('grace')]).toEqual([
      ['ada@example.com'],
      ['grace@example.com'],
    ])
    await person.import(own.dataTableId, 'name,email\nKing,ada@example.com\n')
    expect((await listed()).map(({ data }) => data['name'])).toEqual(['King', 'Grace'])
  })
})
