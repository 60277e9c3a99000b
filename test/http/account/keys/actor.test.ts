import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Scope, scopes } from '../../../../src/domain/account/api-keys/scope.ts'
import { type Api, createApi, type Reply } from '../../../support/api.ts'
import { createWorkshop, type Person, personOf, signUp, type Workshop } from '../../../support/data/person.ts'
import { createWorld, type World } from '../../../support/world.ts'

describe('what an API key does', () => {
  let world: World
  let api: Api
  let owner: Person
  let own: Workshop
  let key: { readonly id: string; readonly secret: string }

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
    own = await createWorkshop(owner)
    key = await newKey(...scopes)
  })

  const newKey = (...wanted: readonly Scope[]) =>
    owner.do('POST', '/api-keys', { name: 'Campaign tool', scopes: wanted })
  const ask = (method: string, path: string, json?: unknown): Promise<Reply> =>
    api.ask(`/api/v1${path}`, { method, key: key.secret, ...(json === undefined ? {} : { json }) })
  async function done(method: string, path: string, json?: unknown): Promise<Record<string, unknown>> {
    const { status, body } = await ask(method, path, json)
    expect([path, status < 300, body['code']]).toEqual([path, true, undefined])
    return body
  }
  const started = async () => String((await done('POST', `/public/trigger/${own.spinnerId}`))['jobId'])
  const program = () => ({ kind: 'apiKey', id: key.id, name: 'Campaign tool' })
  const startedBy = () => ({ kind: 'apiKey', id: key.id, name: 'Campaign tool' })
  async function actorsOf(action: string): Promise<unknown[]> {
    const { items } = await owner.do('GET', `/audit?action=${action}`)
    return items.map((entry: { actor: unknown }) => entry.actor)
  }

  it('is named by the jobs that it starts and retries', async () => {
    await owner.import(own.dataTableId, 'name,email\nBob,no address\n')
    const jobId = await started()
    await world.drain()
    expect(await owner.do('GET', `/jobs/${jobId}`)).toMatchObject({ source: 'api', startedBy: startedBy() })
    const again = await done('POST', `/jobs/${jobId}/retry-failed`)
    expect(again).toMatchObject({ retryOf: jobId, source: 'api', startedBy: startedBy() })
    expect(await owner.do('GET', `/jobs/${String(again['id'])}`)).toMatchObject({ startedBy: startedBy() })
    expect(await actorsOf('job.retried')).toMatchObject([program()])
  })

  it('is named by the pause of a job, and in the log when it resumes and cancels the job', async () => {
    const jobId = await started()
    const pause = { reason: 'job', by: program() }
    expect(await done('POST', `/jobs/${jobId}/pause`)).toMatchObject({ pause })
    expect(await owner.do('GET', `/jobs/${jobId}`)).toMatchObject({ pause })
    expect(await done('POST', `/jobs/${jobId}/resume`)).toMatchObject({ pause: null })
    await owner.do('POST', `/jobs/${jobId}/pause`)
    const byOwner = { reason: 'job', by: { kind: 'user', name: owner.email } }
    expect(await owner.do('GET', `/jobs/${jobId}`)).toMatchObject({ pause: byOwner })
    expect(await done('POST', `/jobs/${jobId}/cancel`)).toMatchObject({ status: 'cancelled' })
    for (const action of ['job.resumed', 'job.cancelled'])
      expect([action, await actorsOf(action)]).toEqual([action, [expect.objectContaining(program())]])
    expect(await actorsOf('job.paused')).toMatchObject([{ kind: 'user' }, program()])
  })

  it('is named by the pause of a spinner and of its jobs', async () => {
    const jobId = await started()
    const pause = { by: program() }
    expect(await done('POST', `/spinners/${own.spinnerId}/pause`)).toMatchObject({ pause })
    expect(await owner.do('GET', `/spinners/${own.spinnerId}`)).toMatchObject({ pause })
    expect(await owner.do('GET', `/jobs/${jobId}`)).toMatchObject({ pause: { ...pause, reason: 'spinner' } })
    expect(await owner.do('GET', `/jobs/${await started()}`)).toMatchObject({ pause })
    expect(await done('POST', `/spinners/${own.spinnerId}/resume`)).toMatchObject({ pause: null })
    for (const action of ['spinner.paused', 'spinner.resumed'])
      expect([action, await actorsOf(action)]).toEqual([action, [expect.objectContaining(program())]])
  })

  it('is the source of the records that it adds and changes, in the log and in the history of the person', async () => {
    const records = `/data-tables/${own.dataTableId}/records`
    const email = 'alan@example.com'
    await done('POST', records, { data: { name: 'Alan', email } })
    const found = await owner.do('GET', `${records}?order=desc`)
    await done('PATCH', `${records}/${found.items[0].id}`, { data: { name: 'Alan Turing' } })
    const match = { columns: ['email'], onMatch: 'update' }
    await owner.do('PATCH', `/data-tables/${own.dataTableId}`, { match })
    await done('POST', records, { data: { name: 'A. Turing', email } })
    await owner.do('PATCH', `${records}/${found.items[0].id}`, { data: { name: 'Alan' } })
    const { items } = await personOf(owner, email)
    const source = { kind: 'apiKey', apiKeyId: key.id, name: 'Campaign tool' }
    expect(items.map((item: Record<string, unknown>) => [item['kind'], item['source']])).toEqual([
      ['updated', null],
      ['updated', source],
      ['updated', source],
      ['arrived', source],
    ])
    expect(await actorsOf('record.added')).toMatchObject([program(), program()])
    expect(await actorsOf('record.changed')).toMatchObject([{ kind: 'user' }, program()])
  })

  it('differs from a record that a person adds, whose history names no webhook URL', async () => {
    const email = 'edsger@example.com'
    await owner.do('POST', `/data-tables/${own.dataTableId}/records`, { data: { name: 'Edsger', email } })
    const { items } = await personOf(owner, email)
    expect(items).toMatchObject([{ kind: 'arrived', source: null }])
  })

  it('never edits the body of an arrival, which names a person', async () => {
    const edited = await ask('PATCH', `/arrivals/${own.apiKeyId}`, { body: '{}' })
    expect(edited.body['code']).toBe('UNAUTHENTICATED')
  })
})
