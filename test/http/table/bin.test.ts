import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { addMember, createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the bin', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    person = await signUp(api)
    own = await createWorkshop(person)
    path = `/data-tables/${own.dataTableId}`
  })

  const records = async () => (await person.do('GET', `${path}/records`)).items
  const bin = async () => (await person.do('GET', '/bin')).items

  it('holds deleted records with who deleted them and until when, and restores them', async () => {
    const before = await records()
    const ids = before.map(({ id }: { id: string }) => id)
    const { deleted, deletionId } = await person.do('POST', `${path}/records/delete`, { ids })
    expect(deleted).toBe(2)
    const [entry] = await bin()
    expect(entry).toEqual({
      id: deletionId,
      kind: 'records',
      name: 'Leads',
      projectId: own.projectId,
      dataTableId: own.dataTableId,
      spinnerId: null,
      records: 2,
      deletedBy: { kind: 'user', id: expect.any(String), name: person.email },
      deletedAt: world.clock.now().toISOString(),
      deletesAt: new Date(world.clock.now().getTime() + 30 * 24 * 3_600_000).toISOString(),
    })
    expect(await person.do('GET', `/bin/${deletionId}`)).toEqual(entry)
    const listed = await person.do('GET', `/bin/${deletionId}/records?limit=1`)
    expect(listed.items).toEqual([{ id: ids[0], data: before[0].data }])
    const rest = await person.do('GET', `/bin/${deletionId}/records?cursor=${listed.nextCursor}`)
    expect(rest).toEqual({ items: [{ id: ids[1], data: before[1].data }], nextCursor: null })
    expect(await person.do('POST', `/bin/${deletionId}/restore`, {})).toEqual({
      kind: 'records',
      dataTableId: own.dataTableId,
      spinnerId: null,
      restored: 2,
      conflicts: [],
      next: null,
    })
    expect(await records()).toEqual(before)
    expect((await person.ask('POST', `/bin/${deletionId}/restore`, {})).status).toBe(404)
  })

  it('counts nothing on the plan when records are restored', async () => {
    const used = () => person.do('GET', '/usage')
    const [first] = await records()
    const before = await used()
    await person.do('DELETE', `${path}/records/${first.id}`)
    const [entry] = await bin()
    await person.do('POST', `/bin/${entry.id}/restore`, { recordIds: [first.id] })
    expect(await used()).toEqual(before)
  })

  it('restores each record once, even for two requests at once', async () => {
    const ids = (await records()).map(({ id }: { id: string }) => id)
    const { deletionId } = await person.do('POST', `${path}/records/delete`, { ids })
    const answers = await Promise.all(
      [1, 2, 3].map(() => person.ask('POST', `/bin/${deletionId}/restore`, {})),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    expect((await records()).map(({ id }: { id: string }) => id)).toEqual(ids)
    expect((await person.do('GET', path)).recordCount).toBe(ids.length)
  })

  it('works again with the same webhook URL after a data table was restored', async () => {
    const { webhookUrl } = await person.do('GET', path)
    const send = () =>
      api.ask(new URL(webhookUrl).pathname, {
        method: 'POST',
        json: { records: [{ name: 'n', email: 'e' }] },
      })
    await person.do('POST', `/spinners/${own.spinnerId}/unpublish`)
    await person.do('DELETE', `/spinners/${own.spinnerId}`)
    await person.do('DELETE', path)
    const refused = await send()
    expect([refused.status, refused.body['code']]).toEqual([401, 'INVALID_INGEST_TOKEN'])
    const [table, spinner] = await bin()
    const tooEarly = await person.ask('POST', `/bin/${spinner.id}/restore`, {})
    expect([tooEarly.status, tooEarly.body['message']]).toEqual([
      409,
      'The data table of the spinner is in the bin too; restore the table first',
    ])
    await person.do('POST', `/bin/${table.id}/restore`, {})
    expect((await send()).status).toBe(201)
    const { spinnerId } = await person.do('POST', `/bin/${spinner.id}/restore`, {})
    expect((await person.do('GET', `/spinners/${spinnerId}`)).status).toBe('draft')
  })

  it('hides the held arrivals of a data table until it is restored', async () => {
    const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Open' })
    const { webhookUrl } = await person.do('PATCH', `/data-tables/${id}`, { acceptsAnyFormat: true })
    await api.ask(new URL(webhookUrl).pathname, { method: 'POST', json: { lead: 'Eve' } })
    await world.settle()
    const held = async () => (await person.do('GET', '/arrivals?status=held')).items.length
    const decisions = async () =>
      (await person.do('GET', '/overview')).decisions.filter(
        (decision: { kind: string }) => decision.kind === 'held',
      )
    expect([await held(), (await decisions()).length]).toEqual([1, 1])
    await person.do('DELETE', `/data-tables/${id}`)
    expect([await held(), (await decisions()).length]).toEqual([0, 0])
    const [entry] = await bin()
    await person.do('POST', `/bin/${entry.id}/restore`, {})
    expect([await held(), (await decisions()).length]).toEqual([1, 1])
    await person.do('DELETE', `/data-tables/${id}`)
    const [again] = await bin()
    await person.do('DELETE', `/bin/${again.id}`)
  })

  it('is emptied by admins only, and restored by editors', async () => {
    const editor = await addMember(api, world.container, person.organizationId)
    const [first] = await records()
    await editor.do('DELETE', `${path}/records/${first.id}`)
    const [entry] = await bin()
    const refused = await editor.ask('DELETE', `/bin/${entry.id}`)
    expect([refused.status, refused.body['code']]).toEqual([403, 'FORBIDDEN'])
    await editor.do('POST', `/bin/${entry.id}/restore`, {})
    await editor.do('DELETE', `${path}/records/${first.id}`)
    const [again] = await bin()
    await person.do('DELETE', `/bin/${again.id}`)
    expect(await bin()).toEqual([])
  })

  it('is restored by an API key for records, and not for tables', async () => {
    const { secret } = await person.do('POST', '/api-keys', {
      name: 'CRM',
      scopes: ['records:read', 'records:write'],
    })
    const ask = (method: 'GET' | 'POST', to: string, json?: object) =>
      api.ask(`/api/v1${to}`, { method, key: secret, ...(json && { json }) })
    const [first] = await records()
    const removed = await ask('POST', `${path}/records/delete`, { ids: [first.id] })
    const entryId = String(removed.body['deletionId'])
    expect((await ask('POST', `/bin/${entryId}/restore`, {})).status).toBe(200)
    const spinnerless = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Old' })
    await person.do('DELETE', `/data-tables/${spinnerless.id}`)
    const [entry] = (await bin()) as [{ id: string }]
    const refused = await ask('POST', `/bin/${entry.id}/restore`, {})
    expect([refused.status, refused.body['code']]).toEqual([403, 'FORBIDDEN'])
  })
})
