import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import { ArrivalBounds } from '../../../src/domain/arrival/arrival-bounds.ts'
import { mappingBounds } from '../../../src/domain/arrival/mapping/mapping.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

/** The storage limits of held arrivals in these tests, with room for about fifty rows with small bodies. */
const maxBytes = 64 * 1024
const maxRows = 64
const formats = 150

describe('bodies that each have a format of their own', () => {
  let world: World
  let api: Api
  let ada: Person

  beforeAll(async () => {
    world = await createWorld([provideValue(ArrivalBounds, new ArrivalBounds(30, maxBytes))])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    ada = await signUp(api)
  })

  async function tableOf(person: Person, changes: object): Promise<{ id: string; path: string }> {
    const projectId = (await person.do('POST', '/projects', { name: 'Leads' })).id
    const { id } = await person.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })
    await person.import(id, 'name,email\n')
    const { webhookUrl } = await person.do('PATCH', `/data-tables/${id}`, changes)
    return { id, path: new URL(webhookUrl).pathname }
  }
  const send = (path: string, json: object) => api.ask(path, { method: 'POST', raw: JSON.stringify(json) })
  const strange = (no: number) => ({ [`Question ${no}`]: 'yes', [`Answer ${no}`]: 'no' })
  async function formatsIn(tableId: string): Promise<string[]> {
    await world.settle()
    const found: string[] = []
    for (let cursor = ''; ; ) {
      const { items, nextCursor } = await ada.do('GET', `/arrivals?dataTableId=${tableId}&limit=100${cursor}`)
      found.push(...items.map(({ format }: { format: string }) => format))
      if (nextCursor === null) return found
      cursor = `&cursor=${nextCursor}`
    }
  }

  it('fill at most the storage limit of their organization, and are refused without a trace after that', async () => {
    const table = await tableOf(ada, { acceptsAnyFormat: true })
    const statuses: number[] = []
    for (let no = 0; no < formats; no++) statuses.push((await send(table.path, strange(no))).status)
    const held = statuses.filter((status) => status === 200).length
    expect([held > 0, held <= maxRows, new Set(statuses)]).toEqual([true, true, new Set([200, 503])])
    const listedFormats = await formatsIn(table.id)
    expect([listedFormats.length, new Set(listedFormats).size]).toEqual([held, held])

    const eve = await signUp(api)
    const other = await tableOf(eve, { acceptsAnyFormat: true })
    expect((await send(other.path, strange(0))).body).toMatchObject({ held: 1 })

    // Tests that a body that could not be held for lack of room does not count as a repeat when it is sent
    // again later.
    const requires = [['Question 0']]
    const fields = [{ column: 'name', from: [{ path: ['Question 0'] }], transform: [] }]
    const mapping = { name: 'One', match: { where: [], requires }, root: [], fields, action: 'insert' }
    await ada.do('POST', `/data-tables/${table.id}/mappings`, mapping)
    await ada.do('PATCH', `/data-tables/${table.id}`, { missingColumns: 'fill' })
    expect(await ada.do('POST', '/arrivals/admit', { dataTableId: table.id, all: true })).toMatchObject({
      admitted: 1,
    })
    expect((await send(table.path, strange(formats - 1))).body).toMatchObject({ held: 1 })
  })

  it('are refused by a strict table without filling more than the same limit', async () => {
    const table = await tableOf(ada, { acceptsAnyFormat: false })
    for (let no = 0; no < formats; no++) {
      expect((await send(table.path, strange(no))).status).toBe(400)
      if (no % 50 === 49) await world.settle()
    }
    expect((await formatsIn(table.id)).length).toBeLessThanOrEqual(maxRows)
  })

  it('are held with the reason why no mapping was created automatically', async () => {
    const reasonsOf = async (body: object, changes: object = { mapsAutomatically: true }) => {
      const table = await tableOf(ada, { acceptsAnyFormat: true, ...changes })
      expect((await send(table.path, body)).body).toMatchObject({ held: 1 })
      await world.settle()
      const { items } = await ada.do('GET', `/arrivals?dataTableId=${table.id}`)
      return items[0].reasons
    }
    const unknown = { code: 'UNKNOWN_FORMAT', message: 'The table has no mapping for bodies of this format' }
    const notMapped = (message: string, column?: string) => [
      unknown,
      {
        code: 'NOT_MAPPED_AUTOMATICALLY',
        message: expect.stringContaining(message),
        ...(column && { column }),
      },
    ]
    const lead = { 'Full name': 'Ada Lovelace', 'E-Mail': 'ada@example.com' }
    expect(
      await reasonsOf({
        'Full name': 'Ada',
        'Contact mail': 'a@one.example',
        Billing: { mail: 'b@two.example' },
      }),
    ).toEqual(notMapped('', 'email'))
    expect(await reasonsOf({ 'Full name': 'Ada', inquiry: { email: ada.email } })).toEqual(
      notMapped('The value belongs to your organization', 'email'),
    )
    expect(await reasonsOf({ colour: 'blue' })).toEqual(notMapped('no value that looks like a person'))
    expect(await reasonsOf(lead, {})).toEqual([unknown])
  })

  it('create at most as many mappings as a table may have, if automatic mapping is on', async () => {
    const table = await tableOf(ada, { acceptsAnyFormat: true, mapsAutomatically: true })
    const clear = (no: number) => ({
      'Full name': 'Ada Lovelace',
      'E-Mail': `ada${no}@example.com`,
      [`Event ${no}`]: { of: no },
    })
    for (let no = 0; no < mappingBounds.perTable + 10; no++)
      expect((await send(table.path, clear(no))).status).toBe(200)
    const { items } = await ada.do('GET', `/data-tables/${table.id}/mappings`)
    expect(items.length).toBeLessThanOrEqual(mappingBounds.perTable)
  })
})
