import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { ArrivalBounds } from '../../../src/domain/arrival/arrival-bounds.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { stopTimers } from '../../support/time/stop-timers.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('held arrivals', () => {
  let world: World
  let api: Api
  let ada: Person
  let eve: Person
  let projectId: string
  let table: { id: string; path: string }

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    ada = await signUp(api)
    eve = await signUp(api)
    projectId = (await ada.do('POST', '/projects', { name: 'Leads' })).id
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    const { id } = await ada.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })
    await ada.import(id, 'name,email\n')
    const { webhookUrl } = await ada.do('PATCH', `/data-tables/${id}`, { acceptsAnyFormat: true })
    table = { id, path: new URL(webhookUrl).pathname }
  })

  const post = (raw: string, headers: Record<string, string> = {}) =>
    api.ask(table.path, { method: 'POST', raw, headers })
  const hold = async (json: unknown, headers: Record<string, string> = {}): Promise<string> =>
    String((await post(JSON.stringify(json), headers)).body['arrivalId'])
  const own = (email: string, changes: object = {}) => ({ records: [{ name: 'Ada', email, ...changes }] })
  const list = async (query = '') =>
    (await ada.do('GET', `/arrivals?dataTableId=${table.id}${query}`)).items.map(
      ({ id }: { id: string }) => id,
    )
  const admit = (which: object) => ada.do('POST', '/arrivals/admit', { dataTableId: table.id, ...which })
  const records = () => world.inspect.records(table.id)

  describe('when they are discarded', () => {
    it('go one by one, once, by an editor of the organization', async () => {
      const [one, other] = [await hold(own('a@x.test', { x: 1 })), await hold(own('b@x.test', { x: 1 }))]
      expect((await eve.ask('DELETE', `/arrivals/${one}`)).status).toBe(404)
      expect((await ada.ask('DELETE', `/arrivals/${one}`)).status).toBe(204)
      expect((await ada.ask('DELETE', `/arrivals/${one}`)).status).toBe(404)
      expect(await list('&status=held')).toEqual([other])
    })

    it('go by their reason, their format or their ids, and no others go', async () => {
      const extra = await hold(own('a@x.test', { x: 1 }))
      const missing = await hold({ records: [{ name: 'Ada' }] })
      const foreign = [await hold({ mail: 'c@x.test' }), await hold({ mail: 'd@x.test' })]
      const discard = (query: string) => ada.do('DELETE', `/arrivals?dataTableId=${table.id}&${query}`)
      expect((await ada.ask('DELETE', `/arrivals?dataTableId=${table.id}`)).status).toBe(400)
      expect(await discard('code=MISSING_COLUMN')).toEqual({ discarded: 1 })
      expect(await list('&status=held')).not.toContain(missing)
      const { format } = await ada.do('GET', `/arrivals/${foreign[0]}`)
      expect(await discard(`format=${format}&status=refused`)).toEqual({ discarded: 0 })
      expect(await discard(`format=${format}`)).toEqual({ discarded: 2 })
      expect(await list('&status=held')).toEqual([extra])
      expect(await discard(`arrivalIds=${extra}`)).toEqual({ discarded: 1 })
      expect((await eve.ask('DELETE', `/arrivals?dataTableId=${table.id}&all=true`)).status).toBe(404)
    })

    it('are not held again if their source repeats them, and are added if they fit the table by then', async () => {
      const foreign = { name: 'Cy', mail: 'c@x.test' }
      const id = await hold(foreign)
      await ada.do('DELETE', `/arrivals/${id}`)
      const repeat = async () => (await post(JSON.stringify(foreign))).body
      expect(await repeat()).toMatchObject({ accepted: 0, held: 0, duplicate: 1, arrivalId: null })
      expect(await list('&status=held')).toEqual([])
      await ada.do('POST', `/data-tables/${table.id}/mappings`, {
        name: 'Form',
        match: { where: [], requires: [['mail']] },
        root: [],
        fields: [
          { column: 'name', from: [{ path: ['name'] }], transform: [] },
          { column: 'email', from: [{ path: ['mail'] }], transform: [] },
        ],
        action: 'insert',
      })
      expect(await repeat()).toMatchObject({ accepted: 1, held: 0 })
      expect(await repeat()).toMatchObject({ accepted: 0, duplicate: 1 })
      expect(await records()).toHaveLength(1)
    })

    it('cannot go if a record of theirs was admitted alone', async () => {
      const id = await hold(own('a@x.test', { city: 'London' }))
      await ada.do('POST', `/data-tables/${table.id}/columns`, { name: 'city' })
      await admit({ arrivalIds: [id] })
      const { status, body } = await ada.ask('DELETE', `/arrivals/${id}`)
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
      expect(await records()).toHaveLength(1)
    })
  })

  it('are the only arrivals that can be discarded or edited: one that was accepted at once is refused', async () => {
    await post(JSON.stringify(own('a@x.test')))
    const [id] = await list('&status=accepted')
    expect((await ada.ask('GET', `/arrivals/${id}`)).status).toBe(200)
    const ask = async (by: Person, method: string, json?: object) => {
      const { status, body } = await by.ask(method, `/arrivals/${id}`, json)
      return [status, body['code']]
    }
    const edited = { body: JSON.stringify(own('b@x.test')) }
    expect(await ask(ada, 'DELETE')).toEqual([409, 'CONFLICT'])
    expect(await ask(ada, 'PATCH', edited)).toEqual([409, 'CONFLICT'])
    expect(await ask(eve, 'DELETE')).toEqual([404, 'NOT_FOUND'])
    expect(await ask(eve, 'PATCH', edited)).toEqual([404, 'NOT_FOUND'])
    expect(await records()).toHaveLength(1)
  })

  it('can be admitted by their reason', async () => {
    await hold(own('a@x.test', { city: 'London' }))
    await hold({ mail: 'c@x.test' })
    await ada.do('POST', `/data-tables/${table.id}/columns`, { name: 'city' })
    expect(await admit({ code: 'UNKNOWN_FORMAT' })).toMatchObject({ admitted: 0, held: 1 })
    expect(await admit({ code: 'UNKNOWN_COLUMN' })).toMatchObject({ admitted: 1, held: 0 })
  })

  describe('when the mapping that reads them is changed', () => {
    const people = ['people', { all: true }]
    const field = (column: string, ...path: readonly unknown[]) => ({ column, from: [{ path }] })
    const asOne = {
      root: [],
      fields: [field('name', ...people, 'name'), field('email', ...people, 'mail')],
    }
    const asMany = { root: people, fields: [field('name', 'name'), field('email', 'mail')] }
    const map = async (first: object): Promise<string> => {
      const match = { where: [], requires: [['people']] }
      const mapping = { name: 'Form', match, action: 'insert', ...first }
      return (await ada.do('POST', `/data-tables/${table.id}/mappings`, mapping)).id
    }
    const change = (id: string, changes: object) => ada.do('PATCH', `/mappings/${id}`, changes)

    it('are added with all records that the mapping now finds, if none was added before', async () => {
      const mapping = await map(asOne)
      const lead = (no: number) => ({ name: `Lead ${no}`, mail: `lead-${no}@x.test` })
      await hold({ people: [lead(1), lead(2), lead(3)] })
      await change(mapping, asMany)
      expect(await admit({ all: true, preview: true })).toMatchObject({ admitted: 3, held: 0 })
      expect(await admit({ all: true })).toMatchObject({ admitted: 3, held: 0 })
      expect((await records()).map((record) => record['name'])).toEqual(['Lead 1', 'Lead 2', 'Lead 3'])
    })

    const onlyAda = { do: 'valueMap', values: { Ada: 'Ada' }, otherwise: 'hold' }
    const asManyAdas = {
      root: people,
      fields: [{ ...field('name', 'name'), transform: [onlyAda] }, field('email', 'mail')],
    }
    const person = (given: string) => ({ name: given, mail: `${given}@x.test` })
    const staff = { ...asMany, root: ['staff', { all: true }] }
    /** Adds Ada, and holds Bo, of a body that has two others under another key. */
    const holdBo = () =>
      hold({ people: [person('Ada'), person('Bo')], staff: [person('Sue'), person('Tom')] })
    const changed = { admitted: 0, held: 1, reasons: [{ code: 'RECORDS_CHANGED', count: 1 }] }
    const names = async () => (await records()).map((record) => record['name'])

    it('stay if some records were added and the mapping finds as many other records, until it finds the same', async () => {
      const mapping = await map(asManyAdas)
      const id = await holdBo()
      await change(mapping, staff)
      expect(await admit({ all: true, preview: true })).toMatchObject(changed)
      // The second change finds the same records as the first.
      await change(mapping, { name: 'Staff' })
      for (const times of [1, 2]) expect([times, await admit({ all: true })]).toMatchObject([times, changed])
      const { reasons } = await ada.do('GET', `/arrivals/${id}`)
      expect(reasons[0].message).toContain('people[*]')
      expect(await names()).toEqual(['Ada'])
      await change(mapping, asMany)
      expect(await admit({ all: true })).toMatchObject({ admitted: 1, held: 0 })
      expect(await names()).toEqual(['Ada', 'Bo'])
    })

    it('stay if two users admit them at once by a mapping that finds as many other records', async () => {
      const mapping = await map(asManyAdas)
      await holdBo()
      await change(mapping, staff)
      await Promise.all([admit({ all: true }), admit({ all: true })])
      expect(await names()).toEqual(['Ada'])
      await change(mapping, asMany)
      await Promise.all([admit({ all: true }), admit({ all: true })])
      expect(await names()).toEqual(['Ada', 'Bo'])
    })

    it('stay if the mapping was deleted and created again for other records, also with the same version', async () => {
      const first = await map(asManyAdas)
      const id = await holdBo()
      await ada.do('DELETE', `/mappings/${first}`)
      expect(await admit({ all: true })).toMatchObject({ reasons: [{ code: 'UNKNOWN_FORMAT', count: 1 }] })
      const second = await map(staff)
      expect(await admit({ all: true })).toMatchObject(changed)
      await ada.do('DELETE', `/mappings/${second}`)
      await map(asMany)
      expect(await admit({ arrivalIds: [id] })).toMatchObject({ admitted: 1, held: 0 })
      expect(await names()).toEqual(['Ada', 'Bo'])
    })

    it('cannot be edited while the mapping finds as many other records', async () => {
      const mapping = await map(asManyAdas)
      const id = await holdBo()
      await change(mapping, staff)
      const body = JSON.stringify({ people: [], staff: [person('Sue'), person('Tom')] })
      expect((await ada.ask('PATCH', `/arrivals/${id}`, { body })).status).toBe(409)
    })

    it('stay if some records were added and the mapping finds another number, until it finds the same', async () => {
      const mapping = await map(asManyAdas)
      const id = await hold({ people: [person('Ada'), person('Bo')] })
      expect(await records()).toHaveLength(1)
      await change(mapping, asOne)
      expect(await admit({ all: true, preview: true })).toMatchObject(changed)
      for (const times of [1, 2]) expect([times, await admit({ all: true })]).toMatchObject([times, changed])
      expect(await ada.do('GET', `/arrivals/${id}`)).toMatchObject({
        status: 'held',
        code: 'RECORDS_CHANGED',
        records: 2,
        accepted: 1,
        body: expect.stringContaining('Bo'),
      })
      await change(mapping, asMany)
      expect(await admit({ all: true })).toMatchObject({ admitted: 1, held: 0 })
      expect(await names()).toEqual(['Ada', 'Bo'])
    })
  })

  it('keep their body until the record has the address of their person, or a user leaves it empty or discards it', async () => {
    await ada.do('PATCH', `/data-tables/${table.id}`, { missingColumns: 'fill' })
    const body = { who: 'Kim', reach: { primary: 'kim@x.test' }, seen: '2031-05-06' }
    const id = await hold(body)
    const named = { column: 'name', from: [{ path: ['who'] }], transform: [] }
    const definition = { name: 'Form', match: { where: [], requires: [['who']] }, root: [], action: 'insert' }
    const path = `/data-tables/${table.id}/mappings`
    const mapping = await ada.do('POST', path, { ...definition, fields: [named] })
    const held = { admitted: 0, held: 1, reasons: [{ code: 'IDENTITY_UNMAPPED', count: 1 }] }
    expect(await admit({ all: true, preview: true })).toMatchObject(held)
    expect(await admit({ all: true })).toMatchObject(held)
    expect((await post(JSON.stringify({ ...body, seen: '2031-05-07' }))).body).toMatchObject({
      accepted: 0,
      held: 1,
    })
    const { reasons, ...arrival } = await ada.do('GET', `/arrivals/${id}`)
    expect(arrival).toMatchObject({ status: 'held', body: expect.stringContaining('kim@x.test') })
    expect(reasons).toMatchObject([{ column: 'email', path: ['reach', 'primary'] }])
    const email = { column: 'email', from: [{ path: ['reach', 'primary'] }], transform: [] }
    await ada.do('PATCH', `/mappings/${mapping.id}`, { fields: [named, email] })
    expect(await admit({ arrivalIds: [id] })).toMatchObject({ admitted: 1 })
    const empty = { column: 'email', from: [{ constant: null }], transform: [] }
    await ada.do('PATCH', `/mappings/${mapping.id}`, { fields: [named, empty] })
    expect(await admit({ all: true })).toMatchObject({ admitted: 1 })
    expect((await records()).map((record) => record['email'])).toEqual(['kim@x.test', null])
  })

  it('are not counted as records that a proposal would add if it leaves out their address', async () => {
    await ada.do('PATCH', `/data-tables/${table.id}`, { missingColumns: 'fill' })
    await hold({ who: 'Kim Novak', note: 'Ring Kim, or write to kim@x.test before noon' })
    await ada.do('POST', `/data-tables/${table.id}/mappings`, {
      name: 'Form',
      match: { where: [], requires: [['who']] },
      root: [],
      fields: [{ column: 'name', from: [{ path: ['who'] }], transform: [] }],
      action: 'insert',
    })
    expect(await ada.do('POST', `/data-tables/${table.id}/mappings/propose`, {})).toMatchObject({
      wouldAdmit: 0,
      wouldHold: 1,
      reasons: [{ code: 'IDENTITY_UNMAPPED', column: 'email', count: 1 }],
    })
  })

  describe('when they are edited', () => {
    const edit = (id: string, json: unknown, headers: Record<string, string> = {}) =>
      ada.ask('PATCH', `/arrivals/${id}`, { body: JSON.stringify(json) }, { headers })

    it('can be admitted like any other, and show who has edited them', async () => {
      const id = await hold(own('a@x.test', { Phone: '1' }))
      const before = await ada.do('GET', `/arrivals/${id}`)
      const still = await edit(id, { records: [{ name: 'Ada', mail: 'a@x.test' }] })
      expect(still.body).toMatchObject({ status: 'held', code: 'UNKNOWN_COLUMN' })
      const { status, body } = await edit(id, own('a@x.test'))
      expect([status, body]).toMatchObject([200, { code: null, reasons: [], records: 1 }])
      expect(body['edited']).toMatchObject({
        by: { kind: 'user', name: ada.email },
        originalBytes: before.body.length,
      })
      expect(await admit({ arrivalIds: [id] })).toMatchObject({ admitted: 1 })
      expect(await records()).toEqual([{ name: 'Ada', email: 'a@x.test' }])
      expect((await edit(id, own('b@x.test'))).status).toBe(409)
    })

    it('accept the edit of one user at a time', async () => {
      const id = await hold(own('a@x.test', { Phone: '1' }))
      const { headers } = await ada.ask('GET', `/arrivals/${id}`)
      const tag = { 'if-match': headers.get('etag') ?? '' }
      expect((await edit(id, own('b@x.test'), tag)).status).toBe(200)
      expect(await edit(id, own('c@x.test'), tag)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', errors: [{ code: 'OUTDATED' }] },
      })
      expect((await eve.ask('PATCH', `/arrivals/${id}`, { body: '{}' })).status).toBe(404)
    })

    it('are still recognized as the original delivery', async () => {
      const sent = own('a@x.test', { Phone: '1' })
      const id = await hold(sent, { 'webhook-id': 'w' })
      await edit(id, own('a@x.test'))
      expect(await admit({ all: true })).toMatchObject({ admitted: 1 })
      await post(JSON.stringify(sent), { 'webhook-id': 'w' })
      await ada.do('PATCH', `/data-tables/${table.id}`, { missingColumns: 'fill' })
      await ada.do('POST', `/data-tables/${table.id}/columns`, { name: 'Phone' })
      await post(JSON.stringify(sent), { 'webhook-id': 'w' })
      expect(await records()).toHaveLength(1)
    })

    it('keep the records that are already in the table', async () => {
      const id = await hold({ records: [{ name: 'Ada', email: 'a@x.test' }, { name: 'Grace' }] })
      expect((await edit(id, { records: [{ name: 'Grace', email: 'g@x.test' }] })).status).toBe(409)
      const both = {
        records: [
          { name: 'Ada', email: 'other@x.test' },
          { name: 'Grace', email: 'g@x.test' },
        ],
      }
      expect((await edit(id, both)).status).toBe(200)
      expect(await admit({ arrivalIds: [id] })).toMatchObject({ admitted: 1 })
      expect((await records()).map(({ email }) => email)).toEqual(['a@x.test', 'g@x.test'])
    })

    it('stay unverified if they are not signed', async () => {
      const signature = { preset: 'typeform', secret: 'what-typeform-signs-with' }
      await ada.do('PATCH', `/data-tables/${table.id}`, { signature, onBadSignature: 'hold' })
      const id = await hold(own('a@x.test'))
      expect((await edit(id, own('b@x.test'))).body).toMatchObject({ code: 'UNVERIFIED' })
      expect(await admit({ all: true })).toMatchObject({ admitted: 0, held: 1 })
      expect(await admit({ arrivalIds: [id] })).toMatchObject({ admitted: 1 })
    })
  })

  describe('when they are searched', () => {
    let startTimers: () => void
    beforeAll(() => {
      startTimers = stopTimers(world)
    })
    afterAll(() => startTimers())

    const search = async (text: string, query = '') => {
      const path = `/arrivals/search?dataTableId=${table.id}&contains=${encodeURIComponent(text)}${query}`
      return ada.do('GET', path)
    }

    it('are found by text in their bodies, in any capitalization', async () => {
      const plain = await hold({ mail: 'Jane@acme.test' })
      const escaped = await hold({ name: 'J\u00fcrgen' })
      const form = String(
        (
          await post('contact%5Bemail%5D=jane%40acme.test', {
            'content-type': 'application/x-www-form-urlencoded',
          })
        ).body['arrivalId'],
      )
      const found = async (text: string, query = '') =>
        (await search(text, query)).items.map(({ id }: { id: string }) => id)
      expect((await found('jane@ACME')).toSorted()).toEqual([plain, form].toSorted())
      expect(await found('J\u00fcrgen')).toEqual([escaped])
      expect(await found('nobody')).toEqual([])
      expect(await found('jane', '&code=MISSING_COLUMN')).toEqual([])
      const theirs = await eve.do('GET', '/arrivals/search?contains=jane')
      expect(theirs).toMatchObject({ items: [], nextCursor: null })
    })

    it('are returned page by page, and a page takes a bounded time', async () => {
      const ids: string[] = []
      for (let no = 0; no < 6; no++) ids.push(await hold({ mail: `p${no}@acme.test` }))
      const seen: string[] = []
      let cursor = ''
      for (let pages = 0; pages < 10; pages++) {
        const page = await search('acme', `&limit=2${cursor}`)
        seen.push(...page.items.map(({ id }: { id: string }) => id))
        if (page.nextCursor === null) break
        cursor = `&cursor=${page.nextCursor}`
      }
      expect(seen).toEqual(ids.toReversed())
    })

    it('are read in parts if bodies are large, with the number of bodies read', async () => {
      const large = { text: 'x'.repeat(3 * 1024 * 1024) }
      for (let no = 0; no < 7; no++) await hold({ ...large, no })
      const first = await search('"no":0')
      expect([first.items, first.searched]).toEqual([[], 6])
      const rest = await search('"no":0', `&cursor=${first.nextCursor}`)
      expect(rest.items).toHaveLength(1)
    })
  })

  it('report how much storage is left', async () => {
    const { level, heldBytes, limitBytes } = await ada.do('GET', '/arrivals/storage')
    expect([level, limitBytes]).toEqual(['plenty', 256 * 1024 * 1024])
    await hold({ mail: 'a@x.test' })
    expect((await ada.do('GET', '/arrivals/storage')).heldBytes).toBeGreaterThan(heldBytes)
  })

  it('warn before their storage is full', async () => {
    const small = await createWorld([provideValue(ArrivalBounds, new ArrivalBounds(30, 40_000))])
    const smallApi = await createApi(small)
    try {
      const bea = await signUp(smallApi)
      const project = await bea.do('POST', '/projects', { name: 'Leads' })
      const { id } = await bea.do('POST', `/projects/${project.id}/data-tables`, { name: 'Leads' })
      const { webhookUrl } = await bea.do('PATCH', `/data-tables/${id}`, { acceptsAnyFormat: true })
      const levels: string[] = []
      for (let no = 0; ; no++) {
        const json = { mail: `p${no}@x.test` }
        const { status } = await smallApi.ask(new URL(webhookUrl).pathname, { method: 'POST', json })
        const { level } = await bea.do('GET', '/arrivals/storage')
        if (levels.at(-1) !== level) levels.push(level)
        if (status === 503) break
      }
      expect(levels).toEqual(['plenty', 'low', 'full'])
      await bea.do('DELETE', `/arrivals?dataTableId=${id}&all=true`)
      expect(await bea.do('GET', '/arrivals/storage')).toMatchObject({ level: 'plenty', heldBytes: 0 })
    } finally {
      await smallApi.close()
      await small.close()
    }
  })
})
