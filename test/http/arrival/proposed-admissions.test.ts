import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const runs = 12

/** The keys of the test's generated records: columns of the table, misspelt columns, and other keys. */
const keys = ['email', 'name', 'E-Mail', 'Full Name', 'Phone', 'colour', 'owner_id']
const value = fc.oneof(
  fc.constantFrom('ada@example.com', 'Ada Lovelace', '+44 20 7946 0000', '', '{"a": 1}'),
  fc.integer({ min: 0, max: 9 }),
  fc.constant(null),
)
const record = fc.dictionary(fc.constantFrom(...keys), value, { minKeys: 1, maxKeys: 5 })
const records = fc.array(record, { minLength: 1, maxLength: 3 })
const body = fc.oneof(
  records.map((list) => ({ records: list })),
  records,
  record.map((one) => ({ data: one })),
  record,
  fc.tuple(records, record).map(([list, one]) => ({ leads: list, from: one })),
)

describe('a proposed mapping', () => {
  let world: World
  let api: Api
  let owner: Person
  let projectId: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    owner = await signUp(api)
    projectId = (await owner.do('POST', '/projects', { name: 'Spring campaign' })).id
  })
  afterAll(() => world.close())

  async function tableOf(missingColumns: string) {
    const { id } = await owner.do('POST', `/projects/${projectId}/data-tables`, { name: 'Leads' })
    await owner.import(id, 'email,name,phone\nzoe@example.com,Zoe,\n')
    const changes = { acceptsAnyFormat: true, missingColumns }
    const { webhookUrl } = await owner.do('PATCH', `/data-tables/${id}`, changes)
    return { id, url: api.url + new URL(webhookUrl).pathname }
  }
  const send = async (url: string, sent: unknown) =>
    (await fetch(url, { method: 'POST', body: JSON.stringify(sent) })).json() as Promise<{
      held: number
      accepted: number
    }>
  const admit = (dataTableId: string, preview: boolean) =>
    owner.do('POST', '/arrivals/admit', { dataTableId, all: true, preview })

  it('predicts the result of an admission after it is saved, for all held arrivals', async () => {
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom('fill', 'reject'), async (sent, missingColumns) => {
        const { id, url } = await tableOf(missingColumns)
        const { held, accepted } = await send(url, sent)
        if (held === 0) return
        const { mapping, wouldAdmit, wouldHold } = await owner.do(
          'POST',
          `/data-tables/${id}/mappings/propose`,
          {},
        )
        const saved = await owner.ask('POST', `/data-tables/${id}/mappings`, mapping)
        if (saved.status !== 201) return
        const promised = await admit(id, true)
        const done = await admit(id, false)
        // Subtracts records that were accepted before, because the test's admission does not admit them again.
        const expected = { admitted: wouldAdmit - accepted, held: wouldHold }
        expect([promised, done]).toMatchObject([expected, expected])
      }),
      { numRuns: runs, endOnFailure: true },
    )
  })

  it('corrects a misspelt column in Spindle’s own form, and does not count a repeat twice', async () => {
    const { id, url } = await tableOf('fill')
    const sent = { records: [{ name: 'Ada', 'E-Mail': 'ada@example.com' }, { email: 'eve@example.com' }] }
    expect(await send(url, sent)).toMatchObject({ accepted: 1, held: 1 })
    const { mapping, wouldAdmit, wouldHold } = await owner.do(
      'POST',
      `/data-tables/${id}/mappings/propose`,
      {},
    )
    expect([wouldAdmit, wouldHold]).toEqual([2, 0])
    await owner.do('POST', `/data-tables/${id}/mappings`, mapping)
    expect(await admit(id, false)).toMatchObject({ admitted: 1, held: 0 })
    expect(await send(url, sent)).toMatchObject({ accepted: 0, held: 0, duplicate: 2 })
    const { items } = await owner.do('GET', `/data-tables/${id}/records?order=desc`)
    expect(items.map((one: { data: object }) => one.data)).toEqual([
      { email: 'ada@example.com', name: 'Ada', phone: null },
      { email: 'eve@example.com', name: null, phone: null },
      { email: 'zoe@example.com', name: 'Zoe', phone: '' },
    ])
  })

  it('is empty for bodies that have only ids, which are held with their own code and advice', async () => {
    const { id, url } = await tableOf('fill')
    const thin = [{ eventId: 1, subscriptionType: 'contact.creation', portalId: 5, objectId: 9 }]
    expect(await send(url, thin)).toMatchObject({ accepted: 0, held: 1 })
    const { items } = await owner.do('GET', `/arrivals?dataTableId=${id}&status=held`)
    expect(items).toMatchObject([
      { code: 'IDS_ONLY', reasons: [{ message: expect.stringContaining('workflow') }] },
    ])
    const proposal = await owner.do('POST', `/data-tables/${id}/mappings/propose`, {})
    expect(proposal).toMatchObject({ warning: { code: 'IDS_ONLY' }, mapping: { fields: [] }, wouldAdmit: 0 })
    expect(await admit(id, false)).toMatchObject({ admitted: 0, held: 1, reasons: [{ code: 'IDS_ONLY' }] })
  })
})
