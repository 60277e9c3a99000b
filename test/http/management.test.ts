import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../src/domain/account/audit/actor.ts'
import { ServiceState } from '../../src/ports/service-state.ts'
import { ChangePlan } from '../../src/use-cases/plan/change-plan.ts'
import { type Api, createApi, statuses } from '../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop, welcome } from '../support/data/person.ts'
import { createWorld, type World } from '../support/world.ts'

const nowhere = '01936f4e-ffff-7fff-8fff-ffffffffffff'

describe('the management API', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  const moveTo = (planId: string) =>
    world.container.get(ChangePlan).execute({ organizationId: person.organizationId, planId, by: operator })
  const ingest = (key = own.apiKey) =>
    api.ingest([], {
      key,
      json: { dataTableId: own.dataTableId, records: [{ name: 'x', email: 'x@example.com' }] },
    })
  const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

  describe('lists', () => {
    it('are returned page by page, each item once, in the order of creation', async () => {
      const made = [own.projectId]
      for (let no = 0; no < 4; no++) made.push((await person.do('POST', '/projects', { name: `P${no}` })).id)
      const first = await person.do('GET', '/projects?limit=2')
      const second = await person.do('GET', `/projects?limit=2&cursor=${first.nextCursor}`)
      const third = await person.do('GET', `/projects?limit=2&cursor=${second.nextCursor}`)
      expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(made)
      expect(third.nextCursor).toBeNull()
    })

    it.each([
      'limit=0',
      'limit=201',
      'limit=x',
      'limit=1.5',
      'cursor=!!',
      'cursor=eA',
      'cursor=',
      'other=1',
      'limit=1&limit=2',
    ])('refuse ?%s', async (query) => {
      const { status, body } = await person.ask('GET', `/projects?${query}`)
      expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    })

    it('of records are in order of arrival, and skip a deleted record', async () => {
      for (let no = 0; no < 3; no++) await ingest()
      const all = ids(await person.do('GET', `/data-tables/${own.dataTableId}/records`))
      expect(all).toHaveLength(5)
      const path = `/data-tables/${own.dataTableId}/records`
      await person.do('DELETE', `${path}/${all[2]}`)
      const first = await person.do('GET', `${path}?limit=2`)
      const second = await person.do('GET', `${path}?limit=2&cursor=${first.nextCursor}`)
      expect([...ids(first), ...ids(second)]).toEqual(all.filter((_, index) => index !== 2))
      expect(second.nextCursor).toBeNull()
    })

    it('of records can be newest first, and new arrivals shift no page', async () => {
      const path = `/data-tables/${own.dataTableId}/records`
      await person.import(own.dataTableId, 'name,email\nA,a@example.com\nB,b@example.com\nC,c@example.com\n')
      const arrived = ids(await person.do('GET', path))
      const read: string[] = []
      let cursor = ''
      do {
        const page = await person.do('GET', `${path}?order=desc&limit=2${cursor}`)
        read.push(...ids(page))
        await ingest()
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
      } while (cursor !== '')
      expect(read).toEqual(arrived.toReversed())
      const [latest] = ids(await person.do('GET', `${path}?order=desc&limit=1`))
      expect(read).not.toContain(latest)
    })

    it('of records can be limited to ids, ordered by id', async () => {
      await ingest()
      const path = `/data-tables/${own.dataTableId}/records`
      const [first, second, third] = ids(await person.do('GET', path))
      await person.do('DELETE', `${path}/${second}`)
      const stranger = await signUp(api)
      const { dataTableId } = await createWorkshop(stranger)
      const [theirs] = ids(await stranger.do('GET', `/data-tables/${dataTableId}/records`))
      const some = await person.do('GET', `${path}?ids=${[third, theirs, second, first, first].join(',')}`)
      expect([ids(some), some.nextCursor]).toEqual([[first, third], null])
      expect(some.items[0].data).toEqual({ name: 'Ada', email: 'ada@example.com' })
      const most = Array.from({ length: 200 }, (_, no) => 900_000_000_000_000_000n - BigInt(no))
      expect((await person.do('GET', `${path}?ids=${most.join()}`)).items).toEqual([])
    })

    it.each([
      'ids=',
      'ids=x',
      'ids=1,',
      'ids=01',
      'ids=1&limit=2',
      'ids=1&order=desc',
      'ids=1&cursor=MS4x',
      `ids=${Array.from({ length: 201 }, (_, no) => no + 1).join()}`,
    ])('of records refuse ?%s', async (query) => {
      const { status, body } = await person.ask('GET', `/data-tables/${own.dataTableId}/records?${query}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer: '#query/ids' }] })
    })

    it('of records accept no other order', async () => {
      const { status } = await person.ask('GET', `/data-tables/${own.dataTableId}/records?order=oldest`)
      expect(status).toBe(400)
    })
  })

  describe('projects', () => {
    it('can be renamed', async () => {
      const { name } = await person.do('PATCH', `/projects/${own.projectId}`, { name: '  Autumn ' })
      expect(name).toBe('Autumn')
    })

    it('are deleted when they are empty, and refused when they are not', async () => {
      const { status, body } = await person.ask('DELETE', `/projects/${own.projectId}`)
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
      const { id } = await person.do('POST', '/projects', { name: 'Empty' })
      expect((await person.ask('DELETE', `/projects/${id}`)).status).toBe(204)
      expect((await person.ask('GET', `/projects/${id}`)).status).toBe(404)
    })

    it('are either deleted, or get the table that is created at the same moment', async () => {
      const { id } = await person.do('POST', '/projects', { name: 'Contested' })
      const [deleted, created] = await Promise.all([
        person.ask('DELETE', `/projects/${id}`),
        person.ask('POST', `/projects/${id}/data-tables`, { name: 'Late' }),
      ])
      expect([
        [204, 404],
        [409, 201],
      ]).toContainEqual([deleted.status, created.status])
    })

    it.each([
      { name: 'x', organizationId: nowhere },
      { name: 'x', id: nowhere },
      {},
      { name: '' },
      { name: 'x'.repeat(201) },
      { name: 'a\nb' },
    ])('cannot be created from %j', async (json) => {
      expect((await person.ask('POST', '/projects', json)).status).toBe(400)
    })
  })

  describe('data tables', () => {
    it('mark their metadata columns', async () => {
      const table = await person.do('PATCH', `/data-tables/${own.dataTableId}`, {
        metadataColumns: ['email'],
      })
      expect(table.columns).toEqual([
        { name: 'name', isMetadata: false },
        { name: 'email', isMetadata: true },
      ])
    })

    it('refuse an unknown metadata column, and suggest the nearest name', async () => {
      const { status, body } = await person.ask('PATCH', `/data-tables/${own.dataTableId}`, {
        metadataColumns: ['Email'],
      })
      expect(status).toBe(400)
      expect(body['errors']).toEqual([
        { pointer: '/metadataColumns/0', code: 'UNKNOWN_COLUMN', column: 'Email', suggestion: 'email' },
      ])
    })

    it('report the first fifty of a thousand unknown columns', async () => {
      const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, { name: 'Wide' })
      const header = Array.from({ length: 1_000 }, (_, no) => `a column with quite a long name, number ${no}`)
      await person.import(id, header.map((name) => `"${name}"`).join(','))
      const metadataColumns = header.map((name) => `${name}x`)
      const { body } = await person.ask('PATCH', `/data-tables/${id}`, { metadataColumns })
      expect(body['errors']).toHaveLength(50)
    })

    it('accept records that lack a column if they are set to fill columns', async () => {
      const records = [{ name: 'only a name' }]
      const send = () => api.ingest([], { key: own.apiKey, json: { dataTableId: own.dataTableId, records } })
      expect((await send()).status).toBe(422)
      await person.do('PATCH', `/data-tables/${own.dataTableId}`, { missingColumns: 'fill' })
      expect((await send()).status).toBe(201)
    })

    it('show a webhook URL that works until it is rotated', async () => {
      const { webhookUrl } = await person.do('GET', `/data-tables/${own.dataTableId}`)
      const post = (url: string) => {
        expect(url).toMatch(`${world.config.publicApiUrl}/api/v1/public/data-tables/ingest/tbl_`)
        const token = url.split('/').at(-1) ?? ''
        return api.ingestByToken([{ name: 'x', email: 'y' }], { token })
      }
      expect((await post(webhookUrl)).status).toBe(201)
      const rotated = await person.do('POST', `/data-tables/${own.dataTableId}/webhook-url/rotate`)
      expect((await post(webhookUrl)).body['code']).toBe('INVALID_INGEST_TOKEN')
      expect((await post(rotated.webhookUrl)).status).toBe(201)
      expect((await person.do('GET', `/data-tables/${own.dataTableId}`)).webhookUrl).toBe(rotated.webhookUrl)
    })

    it('end no webhook URL in its grace period, unless a rotation says so', async () => {
      const path = `/data-tables/${own.dataTableId}`
      const rotate = (json: object) => person.ask('POST', `${path}/webhook-url/rotate`, json)
      const post = async (url: unknown) => {
        const token = String(url).split('/').at(-1) ?? ''
        return (await api.ingestByToken([{ name: 'x', email: 'y' }], { token })).status
      }
      const { webhookUrl: first } = await person.do('GET', path)
      const { previousUntil } = (await rotate({ graceSeconds: 3_600 })).body
      const { webhookUrl: second, previousWebhookUrlUntil } = await person.do('GET', path)
      const { status, body } = await rotate({ graceSeconds: 3_600 })
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
      expect(body['message']).toContain(previousWebhookUrlUntil)
      expect(previousUntil).toBe(previousWebhookUrlUntil)
      expect([await post(first), await post(second)]).toEqual([201, 201])
      world.clock.advance(3_601)
      const third = (await rotate({ graceSeconds: 3_600 })).body['webhookUrl']
      expect([await post(first), await post(second), await post(third)]).toEqual([401, 201, 201])
      const last = (await rotate({ graceSeconds: 0 })).body['webhookUrl']
      expect([await post(second), await post(third), await post(last)]).toEqual([401, 401, 201])
    })

    it('refuse an edit of a version that another user has changed since', async () => {
      const path = `/data-tables/${own.dataTableId}`
      const { headers } = await person.ask('GET', path)
      const tag = { 'if-match': headers.get('etag') ?? '' }
      const edits = await Promise.all([
        person.ask('PATCH', path, { name: 'First' }, { headers: tag }),
        person.ask('PATCH', path, { name: 'Second' }, { headers: tag }),
      ])
      expect(statuses(edits)).toEqual([200, 409])
      const winner = edits.find(({ status }) => status === 200)
      expect((await person.do('GET', path)).name).toBe(winner?.body['name'])
      const again = { 'if-match': winner?.headers.get('etag') ?? '' }
      expect((await person.ask('PATCH', path, { name: 'Third' }, { headers: again })).status).toBe(200)
    })

    it('keep both of two simultaneous edits of different fields', async () => {
      const path = `/data-tables/${own.dataTableId}`
      await Promise.all([
        person.do('PATCH', path, { name: 'Renamed' }),
        person.do('PATCH', path, { metadataColumns: ['email'] }),
      ])
      const table = await person.do('GET', path)
      expect([table.name, table.columns[0].isMetadata]).toEqual(['Renamed', false])
    })

    it.each(['1', '"x"', '"1", "2"'])('refuse If-Match: %s', async (tag) => {
      const options = { headers: { 'if-match': tag } }
      const { status } = await person.ask('PATCH', `/data-tables/${own.dataTableId}`, { name: 'x' }, options)
      expect(status).toBe(400)
    })

    it('cannot be deleted while a spinner uses them', async () => {
      const { status, body } = await person.ask('DELETE', `/data-tables/${own.dataTableId}`)
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
      expect(body['message']).toContain('"Welcome"')
    })

    it('are deleted with their records, and accept no more', async () => {
      const { id } = await person.do('POST', `/projects/${own.projectId}/data-tables`, {
        name: 'Short-lived',
      })
      await person.import(id, 'a\n1\n2\n')
      const { webhookUrl } = await person.do('GET', `/data-tables/${id}`)
      expect((await person.ask('DELETE', `/data-tables/${id}`)).status).toBe(204)
      expect((await person.ask('GET', `/data-tables/${id}/records`)).status).toBe(404)
      const token = webhookUrl.split('/').at(-1)
      expect((await api.ingestByToken([{ a: '3' }], { token })).status).toBe(401)
    })

    it('count their records, and a deletion does not reduce the meter', async () => {
      const path = `/data-tables/${own.dataTableId}`
      const [first] = ids(await person.do('GET', `${path}/records`))
      expect((await person.ask('DELETE', `${path}/records/${first}`)).status).toBe(204)
      expect((await person.ask('DELETE', `${path}/records/${first}`)).status).toBe(404)
      expect((await person.ask('DELETE', `${path}/records/nonsense`)).status).toBe(404)
      expect((await person.do('GET', path)).recordCount).toBe(1)
      const { meters } = await person.do('GET', '/usage')
      expect(meters[0]).toEqual({ meter: 'records', used: 2, limit: 50_000 })
    })
  })

  describe('API keys', () => {
    it('show their secret once', async () => {
      const key = await person.do('POST', '/api-keys', { name: 'Once', scopes: ['ingest'] })
      expect(key.secret).toMatch(/^svc_[0-9A-Za-z]{36}$/)
      expect([key.secret.slice(0, 8), key.secret.slice(-4)]).toEqual([key.prefix, key.last4])
      expect(JSON.stringify(await person.do('GET', '/api-keys'))).not.toContain(key.secret)
    })

    it('give access by their scopes until they expire', async () => {
      const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString()
      const key = await person.do('POST', '/api-keys', { name: 'Brief', scopes: ['ingest'], expiresAt })
      expect((await ingest(key.secret)).status).toBe(201)
      expect((await api.trigger({ key: key.secret, spinnerId: own.spinnerId })).body['code']).toBe(
        'MISSING_SCOPE',
      )
      const now = world.clock.now()
      world.clock.set(expiresAt)
      expect((await ingest(key.secret)).body['code']).toBe('INVALID_API_KEY')
      world.clock.set(now.toISOString())
    })

    it('are refused at the next request after they are revoked', async () => {
      expect((await ingest()).status).toBe(201)
      expect((await person.ask('DELETE', `/api-keys/${own.apiKeyId}`)).status).toBe(204)
      expect((await ingest()).body['code']).toBe('INVALID_API_KEY')
      expect((await person.ask('DELETE', `/api-keys/${own.apiKeyId}`)).status).toBe(204)
    })

    it('are rotated with a grace period in which both work', async () => {
      const rotated = await person.do('POST', `/api-keys/${own.apiKeyId}/rotate`, { graceSeconds: 60 })
      expect(rotated.previousUntil).toBe(new Date(world.clock.now().getTime() + 60_000).toISOString())
      expect([(await ingest()).status, (await ingest(rotated.secret)).status]).toEqual([201, 201])
      const now = world.clock.now()
      world.clock.set(new Date(now.getTime() + 60_000).toISOString())
      expect([(await ingest()).status, (await ingest(rotated.secret)).status]).toEqual([401, 201])
      world.clock.set(now.toISOString())
      expect((await person.ask('POST', `/api-keys/${own.apiKeyId}/rotate`)).body['code']).toBe('CONFLICT')
    })

    it('end at once when they are rotated without a grace period', async () => {
      const { secret, previousUntil } = await person.do('POST', `/api-keys/${own.apiKeyId}/rotate`)
      expect(previousUntil).toBeNull()
      expect([(await ingest()).status, (await ingest(secret)).status]).toEqual([401, 201])
    })

    it('cannot be created on a plan without them, and stop when the plan loses them', async () => {
      await moveTo('free')
      const { status, body } = await person.ask('POST', '/api-keys', { name: 'No', scopes: ['ingest'] })
      expect([status, body['code'], body['meter']]).toEqual([402, 'PLAN_LIMIT', 'apiKeys'])
      expect((await ingest()).body['code']).toBe('INVALID_API_KEY')
    })

    it.each([
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['admin'] },
      { name: 'x', scopes: ['ingest', 'ingest'] },
      { name: 'x', scopes: ['ingest'], secret: 'svc_mine' },
      { name: 'x', scopes: ['ingest'], expiresAt: 'tomorrow' },
      { name: 'x', scopes: ['ingest'], expiresAt: '2020-01-01T00:00:00Z' },
      { name: 'x', scopes: ['ingest'], expiresAt: '2027-12-31T23:59:59+01' },
      { name: 'x', scopes: ['ingest'], expiresAt: '2027-12-31T23:59:59' },
      { name: 'x', scopes: ['ingest'], expiresAt: '2027-02-30T00:00:00Z' },
    ])('cannot be created from %j', async (json) => {
      expect((await person.ask('POST', '/api-keys', json)).status).toBe(400)
    })
  })

  describe('plans', () => {
    it('are listed as the deployment defines them', async () => {
      expect(ids(await person.do('GET', '/plans'))).toEqual(['free', 'starter', 'growth', 'unlimited'])
      expect((await person.do('GET', '/organization')).plan.id).toBe('starter')
    })

    it('cannot be changed by users if the deployment does not allow it', async () => {
      const { status, body } = await person.ask('PUT', '/organization/plan', { planId: 'unlimited' })
      expect([status, body['code']]).toEqual([403, 'FORBIDDEN'])
    })

    it('show the usage and when it resets', async () => {
      expect(await person.do('GET', '/usage')).toEqual({
        period: '2026-11',
        resetsAt: '2026-12-01T00:00:00.000Z',
        meters: [
          { meter: 'records', used: 2, limit: 50_000 },
          { meter: 'jobs', used: 0, limit: 500 },
        ],
      })
    })

    it('show the usage even if it exceeds the limit of a smaller plan', async () => {
      await moveTo('unlimited')
      const records = Array.from({ length: 500 }, () => ({ name: 'x', email: 'x@example.com' }))
      for (let nth = 0; nth < 3; nth++)
        await api.ingest([], { key: own.apiKey, json: { dataTableId: own.dataTableId, records } })
      await moveTo('free')
      const { meters } = await person.do('GET', '/usage')
      expect(meters[0].used).toBeGreaterThan(meters[0].limit)
    })

    it('limit data tables exactly, even when twelve are created at once', async () => {
      await moveTo('free')
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, no) =>
          person.ask('POST', `/projects/${own.projectId}/data-tables`, { name: `T${no}` }),
        ),
      )
      expect(statuses(replies)).toEqual([201, 201, ...Array(10).fill(402)])
      expect(replies.find(({ status }) => status === 402)?.body).toMatchObject({
        code: 'PLAN_LIMIT',
        meter: 'dataTables',
        limit: 3,
        used: 3,
      })
      expect((await person.do('GET', '/data-tables')).items).toHaveLength(3)
    })

    it('limit spinners exactly, even when twelve are created at once', async () => {
      await moveTo('free')
      const json = { name: 'S', dataTableId: own.dataTableId, steps: [welcome] }
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => person.ask('POST', `/projects/${own.projectId}/spinners`, json)),
      )
      expect(statuses(replies)).toEqual([201, 201, ...Array(10).fill(402)])
    })
  })

  describe('spinners', () => {
    const create = (json: object) =>
      person.ask('POST', `/projects/${own.projectId}/spinners`, {
        name: 'S',
        dataTableId: own.dataTableId,
        ...json,
      })

    it('are drafts until they are published', async () => {
      const { body } = await create({ steps: [welcome] })
      expect(body).toMatchObject({
        status: 'draft',
        audience: 'new',
        publishedVersion: null,
        hasUnpublishedChanges: false,
      })
      const spinnerId = String(body['id'])
      expect((await api.trigger({ key: own.apiKey, spinnerId })).body['code']).toBe('SPINNER_NOT_FOUND')
      expect(await person.do('POST', `/spinners/${spinnerId}/publish`)).toMatchObject({
        status: 'published',
        publishedVersion: 1,
      })
      expect((await api.trigger({ key: own.apiKey, spinnerId })).status).toBe(201)
    })

    it('show how many records a job would take before it starts', async () => {
      const path = `/spinners/${own.spinnerId}`
      const wouldTake = async () => (await person.do('GET', `${path}/audience`)).records
      const before = await wouldTake()
      await ingest()
      const added = (await wouldTake()) - before
      expect(added).toBeGreaterThan(0)
      const { jobId } = await person.do('POST', `${path}/jobs`)
      await world.drain()
      expect((await person.do('GET', `/jobs/${jobId}`)).counts.total).toBe(before + added)
      expect(await wouldTake()).toBe(0)
      await person.do('PATCH', path, { audience: 'all' })
      expect(await wouldTake()).toBe(0)
      await person.do('POST', `${path}/publish`)
      expect(await wouldTake()).toBe(before + added)
      await person.do('POST', `${path}/unpublish`)
      expect((await person.ask('GET', `${path}/audience`)).body['code']).toBe('SPINNER_NOT_FOUND')
    })

    it('run the published version, whatever the draft contains', async () => {
      const path = `/spinners/${own.spinnerId}`
      const edited = { steps: [{ ...welcome, subject: 'Edited' }] }
      expect((await person.do('PATCH', path, edited)).hasUnpublishedChanges).toBe(true)
      await api.trigger({ key: own.apiKey, spinnerId: own.spinnerId })
      await world.drain()
      const subjects = async () =>
        (await person.do('GET', '/outbox')).items.map(({ subject }: { subject: string }) => subject)
      expect((await subjects()).toSorted()).toEqual(['Welcome, Ada', 'Welcome, Grace'])
      expect(await person.do('POST', `${path}/publish`)).toMatchObject({
        publishedVersion: 2,
        hasUnpublishedChanges: false,
      })
      await ingest()
      await api.trigger({ key: own.apiKey, spinnerId: own.spinnerId })
      await world.drain()
      expect((await subjects())[0]).toBe('Edited')
    })

    it('show each published version separately', async () => {
      const path = `/spinners/${own.spinnerId}`
      const edited = { steps: [{ ...welcome, subject: 'Edited' }], audience: 'all' }
      await person.do('PATCH', path, edited)
      const first = {
        spinnerId: own.spinnerId,
        version: 1,
        audience: 'new',
        exclude: null,
        contact: 'oncePerPerson',
        isExclusive: false,
        exits: ['reply', 'bounce', 'unsubscribe'],
        reply: { scope: 'everywhere' },
        sendWindow: null,
        pace: null,
        starts: { on: 'call' },
        triggerData: [],
        goal: null,
        steps: [welcome],
        metadataColumns: ['name', 'email'],
      }
      expect(await person.do('GET', `${path}/versions/1`)).toEqual(first)
      await person.do('POST', `${path}/publish`)
      expect(await person.do('GET', `${path}/versions/2`)).toEqual({ ...first, ...edited, version: 2 })
      expect(await person.do('GET', `${path}/versions/1`)).toEqual(first)
    })

    it.each(['0', '3', '1.5', '-1', 'x', '99999999999'])('have no version %s', async (version) => {
      const { status, body } = await person.ask('GET', `/spinners/${own.spinnerId}/versions/${version}`)
      expect([status, body['code']]).toEqual([404, 'NOT_FOUND'])
    })

    it('must be published again after the metadata columns of their table have changed', async () => {
      const path = `/spinners/${own.spinnerId}`
      const changes = async () => [
        (await person.do('GET', path)).hasUnpublishedChanges,
        (await person.do('GET', '/spinners')).items[0].hasUnpublishedChanges,
      ]
      const mark = (metadataColumns: string[]) =>
        person.do('PATCH', `/data-tables/${own.dataTableId}`, { metadataColumns })
      expect(await changes()).toEqual([false, false])
      await mark(['email'])
      expect(await changes()).toEqual([true, true])
      await mark(['email', 'name'])
      expect(await changes()).toEqual([false, false])
    })

    it('refuse to publish another user’s edit that the publisher has not seen', async () => {
      const path = `/spinners/${own.spinnerId}`
      const tag = { headers: { 'if-match': (await person.ask('GET', path)).headers.get('etag') ?? '' } }
      await person.do('PATCH', path, { steps: [{ ...welcome, subject: 'Unseen' }] })
      expect((await person.ask('POST', `${path}/publish`, undefined, tag)).body['code']).toBe('CONFLICT')
      expect((await person.do('GET', path)).publishedVersion).toBe(1)
    })

    it('accept no fields in a publish request', async () => {
      const { status, body } = await person.ask('POST', `/spinners/${own.spinnerId}/publish`, { version: 9 })
      expect([status, body['errors']]).toEqual([400, [expect.objectContaining({ code: 'UNKNOWN_FIELD' })]])
    })

    it('keep their version when they are published without a change', async () => {
      const path = `/spinners/${own.spinnerId}`
      expect((await person.do('POST', `${path}/publish`)).publishedVersion).toBe(1)
      await person.do('PATCH', path, { steps: [{ ...welcome, subject: 'x' }] })
      expect((await person.do('PATCH', path, { steps: [welcome] })).hasUnpublishedChanges).toBe(false)
    })

    it('cannot be triggered after unpublishing, and get a new version when published again', async () => {
      const path = `/spinners/${own.spinnerId}`
      expect((await person.do('POST', `${path}/unpublish`)).status).toBe('draft')
      const { body } = await api.trigger({ key: own.apiKey, spinnerId: own.spinnerId })
      expect(body['code']).toBe('SPINNER_NOT_FOUND')
      expect((await person.do('POST', `${path}/publish`)).publishedVersion).toBe(2)
    })

    it('cannot be published if they use a column that is not metadata', async () => {
      await person.do('PATCH', `/data-tables/${own.dataTableId}`, { metadataColumns: ['email'] })
      const steps = [
        { type: 'condition', column: 'name', operator: 'exists' },
        { ...welcome, subject: '{{ nmae }}', text: 'Hello {{ name | upcase }}{% if Email %}!{% endif %}' },
      ]
      const { body: spinner } = await create({ steps })
      const { status, body } = await person.ask('POST', `/spinners/${String(spinner['id'])}/publish`)
      expect([status, body['code']]).toEqual([422, 'SPINNER_INVALID'])
      expect(body['errors']).toEqual([
        expect.objectContaining({ pointer: '/steps/0/column', code: 'NOT_METADATA', column: 'name' }),
        expect.objectContaining({ pointer: '/steps/1/subject', code: 'UNKNOWN_COLUMN', column: 'nmae' }),
        expect.objectContaining({ pointer: '/steps/1/text', code: 'NOT_METADATA', column: 'name' }),
        expect.objectContaining({ pointer: '/steps/1/text', code: 'UNKNOWN_COLUMN', suggestion: 'email' }),
      ])
    })

    it.each([
      ['no steps', { steps: [] }, '/steps', 'TOO_FEW'],
      ['41 steps', { steps: Array(41).fill(welcome) }, '/steps', 'TOO_MANY'],
      ['a step without a type', { steps: [{}] }, '/steps/0/type', 'REQUIRED'],
      ['a step of an unknown type', { steps: [{ type: 'fax' }] }, '/steps/0/type', 'NOT_ALLOWED'],
      ['an unknown field of a step', { steps: [{ ...welcome, cc: 'x' }] }, '/steps/0/cc', 'UNKNOWN_FIELD'],
      ['an unknown audience', { steps: [welcome], audience: 'some' }, '/audience', 'NOT_ALLOWED'],
      [
        'a status of the client’s choice',
        { steps: [welcome], status: 'published' },
        '/status',
        'UNKNOWN_FIELD',
      ],
    ])('refuse %s, and point at the error', async (_what, json, pointer, code) => {
      const { status, body } = await create(json)
      expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
      expect(body['errors']).toContainEqual(expect.objectContaining({ pointer, code }))
    })

    it.each([
      [
        'an e-mail without a body',
        { steps: [{ type: 'email', to: 'a', subject: 'b' }] },
        '/steps/0',
        'REQUIRED',
      ],
      [
        'a wait without a duration',
        { steps: [welcome, { type: 'wait', seconds: 0 }] },
        '/steps/1/seconds',
        'TOO_FEW',
      ],
      [
        'a wait of 91 days',
        { steps: [{ type: 'wait', seconds: 91 * 86_400 }] },
        '/steps/0/seconds',
        'TOO_MANY',
      ],
      [
        'a condition without a value',
        { steps: [{ type: 'condition', column: 'a', operator: 'equals' }] },
        '/steps/0',
        'VALUE',
      ],
      [
        'a superfluous value',
        { steps: [{ type: 'condition', column: 'a', operator: 'exists', value: 1 }] },
        '/steps/0',
        'VALUE',
      ],
      [
        'an unclosed template tag',
        { steps: [{ ...welcome, text: 'Hello {{ name' }] },
        '/steps/0/text',
        'TEMPLATE',
      ],
      [
        'a filter that does not exist',
        { steps: [{ ...welcome, text: '{{ name | shout }}' }] },
        '/steps/0/text',
        'TEMPLATE',
      ],
    ])('can be saved with %s, and point at the error', async (_what, json, pointer, code) => {
      const { status, body } = await create(json)
      expect(status).toBe(201)
      expect(body['faults']).toContainEqual(expect.objectContaining({ pointer, code }))
    })

    it('refuse an edit of a version that another user has changed since', async () => {
      const path = `/spinners/${own.spinnerId}`
      const tag = { headers: { 'if-match': (await person.ask('GET', path)).headers.get('etag') ?? '' } }
      await person.do('PATCH', path, { name: 'Changed' })
      const { status, body } = await person.ask('PATCH', path, { name: 'Lost' }, tag)
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
    })

    it('can be deleted when unpublished and without running jobs; their jobs stay', async () => {
      const path = `/spinners/${own.spinnerId}`
      expect((await person.ask('DELETE', path)).body['message']).toContain('unpublish')
      const { jobId } = await person.do('POST', `${path}/jobs`)
      await person.do('POST', `${path}/unpublish`)
      expect((await person.ask('DELETE', path)).body['message']).toContain('running')
      await world.drain()
      expect((await person.ask('DELETE', path)).status).toBe(204)
      expect((await person.do('GET', `/jobs/${jobId}`)).status).toBe('completed')
    })
  })

  describe('the workers', () => {
    it('are shown to every signed-in user', async () => {
      expect(await person.do('GET', '/runtime')).toEqual({ workers: [] })
      const runtime = world.container.get(ServiceState)
      await runtime.beat(nowhere)
      const moment = expect.stringMatching(/^\d{4}-.*Z$/)
      expect(await person.do('GET', '/runtime')).toEqual({
        workers: [{ id: nowhere, startedAt: moment, lastSeenAt: moment }],
      })
      await runtime.leave(nowhere)
      expect((await api.ask('/api/v1/runtime')).status).toBe(401)
    })
  })

  describe('jobs', () => {
    const start = async (): Promise<string> =>
      (await person.do('POST', `/spinners/${own.spinnerId}/jobs`)).jobId

    it('of users are the same as jobs of keys, except for the author', async () => {
      const byPerson = await person.do('GET', `/jobs/${await start()}`)
      expect(byPerson).toMatchObject({ source: 'app', status: 'queued', counts: { total: 2, pending: 2 } })
      await ingest()
      const { body } = await api.trigger({ key: own.apiKey, spinnerId: own.spinnerId })
      const byKey = await person.do('GET', `/jobs/${String(body['jobId'])}`)
      expect(byKey).toMatchObject({ source: 'api', counts: { total: 1 } })
      expect((await person.do('GET', '/usage')).meters[1].used).toBe(2)
    })

    it('are started once with one idempotency key', async () => {
      const headers = { 'idempotency-key': 'once' }
      const path = `/spinners/${own.spinnerId}/jobs`
      const first = await person.ask('POST', path, {}, { headers })
      const second = await person.ask('POST', path, {}, { headers })
      expect(second.body).toEqual(first.body)
      expect(second.headers.get('idempotency-replayed')).toBe('true')
      expect((await person.do('GET', '/jobs')).items).toHaveLength(1)
    })

    it('are refused for a draft, with the message of the public API', async () => {
      await person.do('POST', `/spinners/${own.spinnerId}/unpublish`)
      const { status, body } = await person.ask('POST', `/spinners/${own.spinnerId}/jobs`)
      expect([status, body['message']]).toEqual([404, 'Published spinner not found'])
      expect((await person.ask('POST', '/spinners/nonsense/jobs')).body['message']).toBe(body['message'])
    })

    it('are listed newest first, by spinner and by status', async () => {
      const first = await start()
      await world.drain()
      const second = await start()
      expect(ids(await person.do('GET', '/jobs'))).toEqual([second, first])
      expect(ids(await person.do('GET', '/jobs?status=completed'))).toEqual([first])
      expect(ids(await person.do('GET', `/jobs?spinnerId=${own.spinnerId}&limit=1`))).toEqual([second])
      expect(ids(await person.do('GET', `/jobs?spinnerId=${nowhere}`))).toEqual([])
      expect((await person.ask('GET', '/jobs?status=done')).status).toBe(400)
      expect((await person.ask('GET', '/jobs?spinnerId=x')).status).toBe(400)
    })

    it('list the result of each recipient', async () => {
      await person.import(own.dataTableId, 'name,email\nNobody,not an address\n')
      const jobId = await start()
      await world.drain()
      const all = await person.do('GET', `/jobs/${jobId}/recipients`)
      expect(all.items.map(({ status }: { status: string }) => status)).toEqual(['done', 'done', 'failed'])
      const failed = await person.do('GET', `/jobs/${jobId}/recipients?status=failed`)
      expect(failed.items).toEqual([
        expect.objectContaining({ status: 'failed', error: '"to" is not one e-mail address', attempts: 1 }),
      ])
      const first = await person.do('GET', `/jobs/${jobId}/recipients?limit=2`)
      const second = await person.do('GET', `/jobs/${jobId}/recipients?limit=2&cursor=${first.nextCursor}`)
      expect([...first.items, ...second.items]).toEqual(all.items)
    })

    it('each have their own messages in the outbox', async () => {
      await person.do('PATCH', `/spinners/${own.spinnerId}`, { contact: 'oncePerRecord' })
      await person.do('POST', `/spinners/${own.spinnerId}/publish`)
      await ingest()
      const first = await start()
      await world.drain()
      await ingest()
      const second = await start()
      await world.drain()
      const of = async (query: string) =>
        (await person.do('GET', `/outbox${query}`)).items.map(({ jobId }: { jobId: string }) => jobId)
      const [one, other, all] = [await of(`?jobId=${first}`), await of(`?jobId=${second}`), await of('')]
      expect([new Set(one), new Set(other)]).toEqual([new Set([first]), new Set([second])])
      expect(all).toEqual([...other, ...one])
      const page = await person.do('GET', `/outbox?jobId=${first}&limit=1`)
      const next = await person.do('GET', `/outbox?jobId=${first}&limit=1&cursor=${page.nextCursor}`)
      expect([page.items[0].jobId, next.items[0].jobId]).toEqual([first, first])
      expect(await of('?jobId=00000000-0000-7000-8000-000000000000')).toEqual([])
    })

    it('send nothing after they are cancelled', async () => {
      const jobId = await start()
      expect((await person.do('POST', `/jobs/${jobId}/cancel`)).status).toBe('cancelled')
      await world.drain()
      expect((await person.do('GET', '/outbox')).items).toEqual([])
      expect((await person.do('POST', `/jobs/${jobId}/cancel`)).status).toBe('cancelled')
    })

    it('cannot be cancelled after they have ended', async () => {
      const jobId = await start()
      await world.drain()
      const { status, body } = await person.ask('POST', `/jobs/${jobId}/cancel`)
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
    })

    it('skip a recipient who does not meet a condition', async () => {
      const steps = [{ type: 'condition', column: 'name', operator: 'equals', value: 'Ada' }, welcome]
      await person.do('PATCH', `/spinners/${own.spinnerId}`, { steps })
      await person.do('POST', `/spinners/${own.spinnerId}/publish`)
      const jobId = await start()
      await world.drain()
      expect((await person.do('GET', `/jobs/${jobId}`)).counts).toMatchObject({ done: 1, skipped: 1 })
    })

    it('refuse an invented cursor', async () => {
      const jobId = await start()
      await world.drain()
      const cursor = Buffer.from('999999999999.1').toString('base64url')
      expect((await person.do('GET', `/jobs/${jobId}/recipients?cursor=${cursor}`)).items).toEqual([])
    })

    it('can be followed until the session ends, by three streams of one user at most', async () => {
      const jobId = await start()
      const stop = new AbortController()
      const open = () =>
        fetch(`${api.url}/api/v1/jobs/${jobId}/progress/stream`, {
          headers: { authorization: `Bearer ${person.token}` },
          signal: stop.signal,
        })
      const streams = await Promise.all(Array.from({ length: 4 }, open))
      expect(streams.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429])
      await person.ask('POST', '/auth/sign-out')
      const watched = streams.find(({ status }) => status === 200)
      expect(await watched?.text()).toContain('event: job')
      stop.abort()
    })

    it('show a hint in every answer while no worker runs', async () => {
      const hint = 'No worker is running; start a worker with npm start or npm run worker'
      const jobId = await start()
      const publicJob = async () => (await api.job(jobId, { key: own.apiKey })).body
      expect((await person.do('GET', `/jobs/${jobId}`)).hint).toBe(hint)
      expect((await person.do('GET', '/jobs')).items[0].hint).toBe(hint)
      expect((await publicJob())['hint']).toBe(hint)
      const runtime = world.container.get(ServiceState)
      await runtime.beat(nowhere)
      expect((await person.do('GET', `/jobs/${jobId}`)).hint).toBeNull()
      expect((await person.do('GET', '/jobs')).items[0].hint).toBeNull()
      expect(await publicJob()).not.toHaveProperty('hint')
      await world.inspect.change({ runtimeSilentFor: 16 })
      expect((await publicJob())['hint']).toBe(hint)
      await world.drain()
      expect((await person.do('GET', `/jobs/${jobId}`)).hint).toBeNull()
      await runtime.leave(nowhere)
    })

    it('can be followed from start to end', async () => {
      const jobId = await start()
      const response = await fetch(`${api.url}/api/v1/jobs/${jobId}/progress/stream`, {
        headers: { authorization: `Bearer ${person.token}` },
      })
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      const [first] = await Promise.all([response.text(), world.drain()])
      const seen = [...first.matchAll(/^event: job\ndata: (.*)$/gm)].map(
        ([, data = '']) => (JSON.parse(data) as { status: string }).status,
      )
      expect([seen[0], seen.at(-1)]).toEqual(['queued', 'completed'])
    })
  })
})

describe('an organization whose owners may change the plan', () => {
  it('changes to an existing plan, and refuses an unknown one', async () => {
    const world = await createWorld()
    const api = await createApi({ ...world, config: { ...world.config, selfServePlans: true } })
    const person = await signUp(api)
    const moved = await person.do('PUT', '/organization/plan', { planId: 'growth' })
    expect(moved.plan).toMatchObject({ id: 'growth', limits: { records: 1_000_000 } })
    expect((await person.ask('PUT', '/organization/plan', { planId: 'huge' })).status).toBe(400)
    await api.close()
    await world.close()
  })
})
