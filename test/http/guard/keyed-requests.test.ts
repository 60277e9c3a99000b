import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { RequestClaims } from '../../../src/ports/request-claims.ts'
import { type Api, createApi, type Reply } from '../../support/api.ts'
import {
  addMember,
  createWorkshop,
  type Person,
  signUp,
  type Workshop,
  welcome,
} from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import { type EventReceiver, startEventReceiver } from '../../support/servers/event-receiver.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('a management request with an Idempotency-Key', () => {
  let world: World
  let api: Api
  let owner: Person
  let workshop: Workshop
  let receiver: EventReceiver

  beforeAll(async () => {
    world = await createWorld([provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['127.0.0.1']))])
    api = await createApi(world)
    owner = await signUp(api)
    workshop = await createWorkshop(owner)
    receiver = await startEventReceiver()
  })
  afterAll(async () => {
    await receiver.close()
    await world.close()
  })

  let keys = 0
  const newKey = () => `key ${++keys}`.replace(' ', '-')
  const post = (path: string, json: unknown, key: string, person = owner): Promise<Reply> =>
    person.ask('POST', path, json, { headers: { 'idempotency-key': key } })
  const sql = <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
    world.container.get(Database).read<Row>({ name: `test_${++keys}`, text }, values)
  const projects = async () => (await owner.do('GET', '/projects?limit=200')).items.length as number
  const endLeases = () =>
    sql("update idempotency_keys set lease_until = now() - interval '1 s' where lease_until is not null")
  const createProject = (key: string, name = 'Once') => post('/projects', { name }, key)

  const job = async () => (await owner.do('POST', `/spinners/${workshop.spinnerId}/jobs`, {})).jobId
  const draft = async () =>
    (
      await owner.do('POST', `/projects/${workshop.projectId}/spinners`, {
        name: 'Draft',
        dataTableId: workshop.dataTableId,
        steps: [welcome],
      })
    ).id
  const sender = async () => (await addSender(world, owner.organizationId)).id
  const hook = () => ({ url: receiver.url, types: ['job.failed'] })
  const destination = async () => (await owner.do('POST', '/events/destinations', hook())).id
  const project = () => `/projects/${workshop.projectId}`
  const table = () => `/data-tables/${workshop.dataTableId}`
  const file = 'name,email,city\nLin,lin@example.com,Rome\n'

  /** The path and the body of each request that this test sends twice. */
  const requests: Readonly<Record<string, () => Promise<readonly [path: string, json?: unknown]>>> = {
    'projects.create': async () => ['/projects', { name: 'Twice' }],
    'dataTables.create': async () => [`${project()}/data-tables`, { name: 'Twice' }],
    'dataTables.rotateWebhookUrl': async () => [`${table()}/webhook-url/rotate`, {}],
    'columns.create': async () => [`${table()}/columns`, { name: 'city', type: 'text' }],
    'segments.create': async () => [
      `${table()}/segments`,
      { name: 'Suppressed', where: { isSuppressed: true } },
    ],
    'views.create': async () => [`${table()}/views`, { name: 'All' }],
    'peopleViews.create': async () => ['/people-views', { name: 'All' }],
    'spinners.create': async () => [
      `${project()}/spinners`,
      { name: 'Twice', dataTableId: workshop.dataTableId, steps: [welcome] },
    ],
    'spinners.duplicate': async () => [`/spinners/${workshop.spinnerId}/duplicate`, {}],
    'spinners.publish': async () => [`/spinners/${await draft()}/publish`],
    'spinners.unpublish': async () => {
      const id = await draft()
      await owner.do('POST', `/spinners/${id}/publish`)
      return [`/spinners/${id}/unpublish`]
    },
    'spinnerTemplates.create': async () => [
      '/spinner-templates',
      { name: 'Twice', spinnerId: workshop.spinnerId },
    ],
    'spinnerTemplates.use': async () => [
      '/spinner-templates/00000000-0000-7000-8000-000000000001/use',
      { name: 'Twice', dataTableId: workshop.dataTableId },
    ],
    'spinners.pause': async () => [`/spinners/${workshop.spinnerId}/pause`, {}],
    'spinners.resume': async () => [`/spinners/${workshop.spinnerId}/resume`, {}],
    'records.updateMany': async () => [
      `${table()}/records/change`,
      { records: [{ id: '1', data: { name: 'Ada' } }] },
    ],
    'records.deleteMany': async () => [`${table()}/records/delete`, { ids: ['1'] }],
    'arrivals.admit': async () => ['/arrivals/admit', { dataTableId: workshop.dataTableId, all: true }],
    'apiKeys.create': async () => ['/api-keys', { name: 'Zap', scopes: ['ingest'] }],
    'apiKeys.rotate': async () => [`/api-keys/${workshop.apiKeyId}/rotate`, {}],
    'invitations.create': async () => ['/invitations', { email: `${newKey()}@example.com`, role: 'viewer' }],
    'suppressions.create': async () => ['/suppressions', { email: 'eve@example.com' }],
    'senderPools.create': async () => ['/sender-pools', { name: 'Pool', maxPerDay: 100 }],
    'senders.pause': async () => [`/senders/${await sender()}/pause`, {}],
    'destinations.create': async () => ['/events/destinations', hook()],
    'destinations.pause': async () => [`/events/destinations/${await destination()}/pause`],
    'destinations.rotateSecret': async () => [
      `/events/destinations/${await destination()}/secret/rotate`,
      {},
    ],
    'webhookSecret.rotate': async () => ['/organization/webhook-secret/rotate', {}],
    'providerWebhooks.rotate': async () => ['/organization/provider-webhooks/ses/rotate', {}],
    'sessions.endOthers': async () => ['/sessions/end-others'],
    'rehearsals.create': async () => [`/spinners/${workshop.spinnerId}/rehearsals`, {}],
    'organizations.create': async () => ['/organizations', { name: 'Second' }],
    'imports.create': async () => [`${table()}/imports`],
    'jobs.pause': async () => [`/jobs/${await job()}/pause`, {}],
  }

  it.each(Object.keys(requests))(
    '%s is carried out once, and its answer is replayed',
    async (operationId) => {
      const [path, json] = (await requests[operationId]?.()) ?? ['']
      const key = newKey()
      const options =
        operationId === 'imports.create' ? { raw: file, headers: { 'content-type': 'text/csv' } } : {}
      const send = () =>
        owner.ask('POST', path, json, { ...options, headers: { ...options.headers, 'idempotency-key': key } })
      const first = await send()
      expect([first.status, first.body['code']]).toEqual([expect.any(Number), undefined])
      const second = await send()
      expect([second.status, second.body]).toEqual([first.status, first.body])
      expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([
        null,
        'true',
      ])
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    },
  )

  it('starts nothing twice if two are sent at once', async () => {
    const before = await projects()
    const key = newKey()
    const both = await Promise.all([createProject(key), createProject(key)])
    const answers = both.map(
      ({ status, body, headers }) => body['code'] ?? [status, headers.get('idempotency-replayed')],
    )
    expect(answers).toContainEqual([201, null])
    expect([[201, null], [201, 'true'], 'IDEMPOTENCY_IN_PROGRESS']).toEqual(expect.arrayContaining(answers))
    expect((await createProject(key)).headers.get('idempotency-replayed')).toBe('true')
    expect(await projects()).toBe(before + 1)
  })

  it('is refused if the key was used with other content', async () => {
    const key = newKey()
    await createProject(key, 'First')
    expect(await createProject(key, 'Second')).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
  })

  it('is refused if an upload has the same bytes with another file name or another part of the form', async () => {
    const upload = (key: string, { name = 'a.txt', note = 'x' } = {}) => {
      const part = (disposition: string, text: string) =>
        `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`
      const raw = `${part('name="note"', note)}${part(`name="file"; filename="${name}"`, 'Hello')}--edge--\r\n`
      const headers = { 'idempotency-key': key, 'content-type': 'multipart/form-data; boundary=edge' }
      return owner.ask('POST', '/files', undefined, { raw, headers })
    }
    const key = newKey()
    const first = await upload(key)
    expect(first.status).toBe(201)
    const repeat = await upload(key)
    expect([repeat.body, repeat.headers.get('idempotency-replayed')]).toEqual([first.body, 'true'])
    for (const other of [{ name: 'b.txt' }, { note: 'y' }])
      expect((await upload(key, other)).body['code']).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('is another request if another caller sends it, or if it is about another thing', async () => {
    const key = newKey()
    const other = await addMember(api, world.container, owner.organizationId)
    const apiKey = (await owner.do('POST', '/api-keys', { name: 'CLI', scopes: ['tables:write'] })).secret
    const before = await projects()
    await createProject(key)
    const replies = [
      await post('/projects', { name: 'Once' }, key, other),
      await owner.ask(
        'POST',
        '/projects',
        { name: 'Once' },
        { key: apiKey, headers: { 'idempotency-key': key } },
      ),
    ]
    expect(replies.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, null])
    expect(await projects()).toBe(before + 3)
    const { body } = await createProject(newKey())
    const tables = await Promise.all(
      [project(), `/projects/${String(body['id'])}`].map((path) =>
        post(`${path}/data-tables`, { name: 'T' }, key),
      ),
    )
    expect(tables.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, null])
  })

  it('is refused in the same way without an answer being stored, and is carried out once that is possible', async () => {
    const key = newKey()
    const { id } = await owner.do('POST', `${project()}/data-tables`, { name: 'Fills' })
    const view = () => post(`/data-tables/${id}/columns`, { name: 'size', type: 'text' }, key)
    await owner.do('POST', `/data-tables/${id}/columns`, { name: 'size', type: 'text' })
    const refused = await view()
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.status).toBeLessThan(500)
    await owner.do('DELETE', `/data-tables/${id}/columns/size`)
    expect([(await view()).status, (await view()).headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  })

  it('stores no secret and no content in plain text', async () => {
    const key = newKey()
    const { body } = await post('/api-keys', { name: 'Sealed', scopes: ['ingest'] }, key)
    const [row] = await sql<{ text: string; fingerprint: string }>(
      'select k::text as text, fingerprint from idempotency_keys k where key = $1',
      key,
    )
    expect(row?.fingerprint).toBe('')
    expect(row?.text).not.toContain(body['secret'])
    expect(row?.text).not.toContain('Sealed')
  })

  it('is carried out by a repeat if its process died before the commit', async () => {
    const key = newKey()
    const before = await projects()
    const claims = world.container.get(RequestClaims)
    const { release } = claims
    // A process that dies frees no key.
    Object.assign(claims, { release: async () => {}, within: dying(claims, 'before') })
    expect((await createProject(key)).status).toBe(500)
    Object.assign(claims, { release })
    Reflect.deleteProperty(claims, 'within')
    expect((await createProject(key)).body['code']).toBe('IDEMPOTENCY_IN_PROGRESS')
    await endLeases()
    expect((await createProject(key)).status).toBe(201)
    expect(await projects()).toBe(before + 1)
  })

  it('is not carried out again if its process died after the commit', async () => {
    const key = newKey()
    const before = await projects()
    const claims = world.container.get(RequestClaims)
    const { release } = claims
    Object.assign(claims, { release: async () => {}, within: dying(claims, 'after') })
    expect((await createProject(key)).status).toBe(500)
    Object.assign(claims, { release })
    Reflect.deleteProperty(claims, 'within')
    expect((await createProject(key)).body['code']).toBe('IDEMPOTENCY_IN_PROGRESS')
    await endLeases()
    const lost = [{ pointer: '#header/Idempotency-Key', code: 'ANSWER_LOST' }]
    expect(await createProject(key)).toMatchObject({ status: 409, body: { code: 'CONFLICT', errors: lost } })
    expect(await projects()).toBe(before + 1)
  })

  it('writes nothing if its lease was lost to a repeat', async () => {
    const key = newKey()
    const before = await projects()
    const claims = world.container.get(RequestClaims)
    let repeat: Reply | null = null
    const within: RequestClaims['within'] = (claim, work) => {
      Reflect.deleteProperty(claims, 'within')
      return claims.within(claim, async () => {
        await endLeases()
        repeat = await createProject(key)
        return work()
      })
    }
    Object.assign(claims, { within })
    expect((await createProject(key)).body['code']).toBe('IDEMPOTENCY_IN_PROGRESS')
    expect(repeat).toMatchObject({ status: 201 })
    expect((await createProject(key)).headers.get('idempotency-replayed')).toBe('true')
    expect(await projects()).toBe(before + 1)
  })

  it('keeps its key, but no answer, if a person is erased', async () => {
    const key = newKey()
    await createProject(key)
    const before = await projects()
    await owner.do('POST', '/people/erase', { email: 'eve@example.com' })
    expect(await createProject(key)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await projects()).toBe(before)
  })

  it('is refused if the key is not visible ASCII', async () => {
    expect((await createProject('a b')).body['code']).toBe('VALIDATION_FAILED')
  })
})

/** Runs the work of a claimed request in a process that dies before or after the work. */
function dying(claims: RequestClaims, when: 'before' | 'after'): RequestClaims['within'] {
  const within = claims.within.bind(claims)
  return (claim, work) =>
    within(claim, async () => {
      if (when === 'after') await work()
      throw new Error('The process has died')
    })
}
