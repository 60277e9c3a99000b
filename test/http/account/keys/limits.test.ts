import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { scopes } from '../../../../src/domain/account/api-keys/scope.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { type Api, createApi, type Reply } from '../../../support/api.ts'
import {
  createWorkshop,
  type Person,
  personIdOf,
  signUp,
  type Workshop,
} from '../../../support/data/person.ts'
import { createWorld, type World } from '../../../support/world.ts'

type Caller = (method: string, path: string, json?: unknown) => Promise<Reply>

describe('the limits of an API key', () => {
  let world: World
  let api: Api
  let owner: Person
  let own: Workshop
  let other: Workshop

  beforeAll(async () => {
    world = await createWorld()
    // Trusts one proxy, so that a test can send requests from any address.
    api = await createApi(world, { trustedProxies: 1 })
    owner = await signUp(api)
    own = await createWorkshop(owner)
    other = await createWorkshop(owner)
  })
  afterAll(() => world.close())

  const callWith =
    (key: string, headers: Record<string, string> = {}): Caller =>
    (method, path, json) =>
      api.ask(`/api/v1${path}`, { method, key, headers, ...(json === undefined ? {} : { json }) })
  const secretOf = async (changes: object): Promise<string> =>
    (await owner.do('POST', '/api-keys', { name: 'Limited', scopes, ...changes })).secret
  const limitedSecret = () => secretOf({ projectIds: [own.projectId] })
  const limited = async () => callWith(await limitedSecret())
  const idsOf = ({ body }: Reply) => (body['items'] as { readonly id: string }[]).map(({ id }) => id)

  describe('of projects', () => {
    it('show it only the tables, spinners and jobs of its projects', async () => {
      const person = await signUp(api)
      const [shown, hidden] = [await createWorkshop(person), await createWorkshop(person)]
      for (const { apiKey, spinnerId } of [shown, hidden])
        await callWith(apiKey)('POST', `/public/trigger/${spinnerId}`)
      const limits = { name: 'Limited', scopes, projectIds: [shown.projectId] }
      const key = callWith((await person.do('POST', '/api-keys', limits)).secret)
      expect(idsOf(await key('GET', '/projects'))).toEqual([shown.projectId])
      expect(idsOf(await key('GET', '/data-tables'))).toEqual([shown.dataTableId])
      expect(idsOf(await key('GET', '/spinners'))).toEqual([shown.spinnerId])
      const jobs = (await key('GET', '/jobs')).body['items'] as { readonly spinnerId: string }[]
      expect(jobs.map(({ spinnerId }) => spinnerId)).toEqual([shown.spinnerId])
      expect(idsOf(await key('GET', `/jobs?spinnerId=${hidden.spinnerId}`))).toEqual([])
    })

    it('hide everything else, as if it did not exist', async () => {
      const key = await limited()
      await callWith(other.apiKey)('POST', `/public/trigger/${other.spinnerId}`)
      const { items } = await owner.do('GET', `/jobs?spinnerId=${other.spinnerId}`)
      const paths = [
        `/projects/${other.projectId}`,
        `/projects/${other.projectId}/data-tables`,
        `/data-tables/${other.dataTableId}`,
        `/data-tables/${other.dataTableId}/records`,
        `/spinners/${other.spinnerId}`,
        `/jobs/${items[0].id}`,
        `/jobs/${items[0].id}/recipients`,
        `/public/jobs/${items[0].id}`,
      ]
      for (const path of paths)
        expect([path, (await key('GET', path)).body['code']]).toEqual([path, 'NOT_FOUND'])
      const body = { email: 'ada@example.com', spinnerId: other.spinnerId }
      expect((await key('POST', '/people/explain', body)).body['code']).toBe('NOT_FOUND')
      const discarded = await key('DELETE', `/arrivals?dataTableId=${other.dataTableId}&all=true`)
      expect(discarded.body['code']).toBe('NOT_FOUND')
      const draft = {
        name: 'Over there',
        dataTableId: other.dataTableId,
        steps: [{ type: 'wait', seconds: 1 }],
      }
      expect((await key('POST', `/projects/${own.projectId}/spinners`, draft)).body['code']).toBe('NOT_FOUND')
    })

    it('hide what belongs to the whole organization', async () => {
      const key = await limited()
      for (const path of ['/senders', '/suppressions', '/usage', '/arrivals/storage'])
        expect([path, (await key('GET', path)).body['code']]).toEqual([path, 'NOT_FOUND'])
      expect((await key('POST', '/projects', { name: 'Another' })).body['code']).toBe('NOT_FOUND')
    })

    it('let it append and start jobs only there', async () => {
      const key = await limited()
      const records = [{ name: 'Alan', email: 'alan@example.com' }]
      const ingest = (dataTableId: string) => key('POST', '/public/ingest', { dataTableId, records })
      // Lets the service cache the other table and spinner for another key first.
      const elsewhere = { dataTableId: other.dataTableId, records }
      expect((await callWith(other.apiKey)('POST', '/public/ingest', elsewhere)).status).toBe(201)
      const start = await callWith(other.apiKey)('POST', `/public/trigger/${other.spinnerId}`, { records })
      expect(start.status).toBe(201)
      expect((await ingest(own.dataTableId)).status).toBe(201)
      expect((await ingest(own.dataTableId)).status).toBe(201)
      expect((await ingest(other.dataTableId)).body).toMatchObject({
        code: 'NOT_FOUND',
        message: 'Data table not found',
      })
      const trigger = (spinnerId: string, json?: object) => key('POST', `/public/trigger/${spinnerId}`, json)
      expect((await trigger(own.spinnerId)).status).toBe(201)
      for (const json of [undefined, { records }, { preview: true }, { maxRecipients: 5 }])
        expect((await trigger(other.spinnerId, json)).body).toMatchObject({ code: 'SPINNER_NOT_FOUND' })
    })

    describe('hide a spinner of its project whose data table is in another project', () => {
      let spinnerId: string
      let jobId: string

      beforeAll(async () => {
        const { organizationId } = owner
        const dataTableId = other.dataTableId
        spinnerId = await world.container.get(UnitOfWork).run(async (tx) => {
          const spinner = await tx.spinners.lock(organizationId, own.spinnerId)
          const version = await tx.spinners.findVersion(own.spinnerId, 1)
          if (spinner === null || version === null) throw new Error('The workshop has no published spinner')
          const id = world.container.get(Ids).next()
          await tx.spinners.add(
            { ...spinner, id, name: 'Across', dataTableId },
            { ...version, spinnerId: id },
          )
          return id
        })
        jobId = String((await callWith(own.apiKey)('POST', `/public/trigger/${spinnerId}`)).body['jobId'])
        await world.drain()
      })
      afterAll(async () => {
        await owner.do('POST', `/spinners/${spinnerId}/unpublish`)
        await world.drain()
        await owner.do('DELETE', `/spinners/${spinnerId}`)
      })

      it('from triggers', async () => {
        const key = await limited()
        const records = [{ name: 'Alan', email: 'alan@example.com' }]
        const match = [{ email: 'ada@example.com' }]
        for (const json of [
          undefined,
          { records },
          { match },
          { preview: true, match },
          { maxRecipients: 5 },
        ])
          expect([json, (await key('POST', `/public/trigger/${spinnerId}`, json)).body]).toMatchObject([
            json,
            { code: 'SPINNER_NOT_FOUND' },
          ])
      })

      it('from everything else that shows spinners, jobs and messages', async () => {
        const { items: messages } = await owner.do('GET', `/messages?jobId=${jobId}`)
        expect(messages).not.toHaveLength(0)
        const key = await limited()
        const paths = [
          `/spinners/${spinnerId}`,
          `/spinners/${spinnerId}/audience`,
          `/jobs/${jobId}`,
          `/jobs/${jobId}/recipients`,
          `/public/jobs/${jobId}`,
          `/messages/${messages[0].id}`,
        ]
        for (const path of paths)
          expect([path, (await key('GET', path)).body['code']]).toEqual([path, 'NOT_FOUND'])
        expect(idsOf(await key('GET', '/spinners'))).not.toContain(spinnerId)
        expect(idsOf(await key('GET', '/jobs'))).not.toContain(jobId)
        const shown = (await key('GET', '/messages')).body['items'] as readonly { readonly jobId: string }[]
        expect(shown.map((message) => message.jobId)).not.toContain(jobId)
      })

      it('but show it to a key with both projects', async () => {
        const key = callWith(await secretOf({ projectIds: [own.projectId, other.projectId] }))
        expect((await key('GET', `/spinners/${spinnerId}`)).status).toBe(200)
        expect((await key('GET', `/jobs/${jobId}`)).status).toBe(200)
        expect(idsOf(await key('GET', '/spinners'))).toContain(spinnerId)
        const records = [{ name: 'Alan', email: 'alan@example.com' }]
        for (const json of [undefined, { records }])
          expect((await key('POST', `/public/trigger/${spinnerId}`, json)).status).toBe(201)
      })
    })

    it('hide the answers that another key got there under an Idempotency-Key', async () => {
      const key = await limited()
      const records = [{ name: 'Alan', email: 'alan@example.com' }]
      const trigger = `/public/trigger/${other.spinnerId}`
      const requests: [path: string, json: object, code: string][] = [
        ['/public/ingest', { dataTableId: other.dataTableId, records }, 'NOT_FOUND'],
        [trigger, {}, 'SPINNER_NOT_FOUND'],
        [trigger, { records }, 'SPINNER_NOT_FOUND'],
        [trigger, { preview: true }, 'SPINNER_NOT_FOUND'],
      ]
      for (const [at, [path, json, code]] of requests.entries()) {
        const sent = { method: 'POST', json, headers: { 'Idempotency-Key': `of-another-${at}` } }
        const ask = (secret: string) => api.ask(`/api/v1${path}`, { ...sent, key: secret })
        expect((await ask(other.apiKey)).status).toBeLessThan(300)
        expect((await ask(other.apiKey)).headers.get('idempotency-replayed')).toBe('true')
        const refused = await key('POST', path, json)
        expect(refused.body['code']).toBe(code)
        const repeated = await callWith(await limitedSecret(), sent.headers)('POST', path, json)
        expect([at, repeated.body['code'], repeated.body['message']]).toEqual([
          at,
          code,
          refused.body['message'],
        ])
      }
    })

    it('cannot be left by a new spinner over the data table of another project, which is refused', async () => {
      const draft = {
        name: 'Across',
        dataTableId: other.dataTableId,
        steps: [{ type: 'wait', seconds: 1 }],
      }
      const { body } = await owner.ask('POST', `/projects/${own.projectId}/spinners`, draft)
      expect(body).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ pointer: '/dataTableId', code: 'OTHER_PROJECT' }],
      })
    })

    it('leave out other projects from a person’s timeline', async () => {
      const key = await limited()
      const id = await personIdOf(owner, 'ada@example.com')
      const { body } = await key('GET', `/people/${id}`)
      const tables = (of: { readonly [name: string]: unknown }) =>
        new Set((of['items'] as { dataTableId?: string }[]).map(({ dataTableId }) => dataTableId))
      expect([...tables(body)]).toEqual([own.dataTableId])
      const whole = await owner.do('GET', `/people/${id}`)
      expect(tables(whole)).toEqual(new Set([own.dataTableId, other.dataTableId]))
    })

    it('leave out arrivals of other projects, and of no table', async () => {
      const records = [{ name: 'Alan', email: 'alan@example.com' }]
      for (const { apiKey, dataTableId } of [own, other])
        await callWith(apiKey)('POST', '/public/ingest', { dataTableId, records })
      await world.settle()
      const key = await limited()
      const listed = (await key('GET', '/arrivals')).body['items'] as { dataTableId: string }[]
      expect([...new Set(listed.map(({ dataTableId }) => dataTableId))]).toEqual([own.dataTableId])
      expect(idsOf(await key('GET', `/arrivals?dataTableId=${other.dataTableId}`))).toEqual([])
      for (const path of ['/arrivals/search?contains=ada', '/messages'])
        expect((await key('GET', path)).status).toBe(200)
    })

    it('let it see, create and change destinations of its projects only', async () => {
      const key = await limited()
      const url = 'https://hooks.example.com/limited'
      const requested = { url, types: ['job.completed'] }
      const create = (body: object) => key('POST', '/events/destinations', { ...requested, ...body })
      const whole = await owner.do('POST', '/events/destinations', requested)
      const theirs = await owner.do('POST', '/events/destinations', {
        ...requested,
        projectId: other.projectId,
      })
      const made = await create({})
      expect([made.status, made.body['projectId'], made.body['spinnerId']]).toEqual([
        201,
        own.projectId,
        null,
      ])
      const ofSpinner = await create({ spinnerId: own.spinnerId })
      expect(ofSpinner.body).toMatchObject({ projectId: own.projectId, spinnerId: own.spinnerId })
      for (const outside of [{ projectId: other.projectId }, { spinnerId: other.spinnerId }])
        expect((await create(outside)).body).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      const ids = [String(made.body['id']), String(ofSpinner.body['id'])]
      expect(idsOf(await key('GET', '/events/destinations'))).toEqual(ids)
      const place = `/events/destinations/${ids[0]}`
      for (const outside of [{ projectId: other.projectId }, { spinnerId: other.spinnerId }])
        expect((await key('PATCH', place, outside)).body).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      expect((await key('PATCH', place, { projectId: null })).body).toMatchObject({
        projectId: own.projectId,
      })
      for (const { id } of [whole, theirs]) {
        const hidden = `/events/destinations/${id}`
        const requests: readonly (readonly [method: string, path: string, body?: object])[] = [
          ['GET', hidden],
          ['PATCH', hidden, { batchesEvents: true }],
          ['GET', `${hidden}/attempts`],
          ['POST', `${hidden}/ping`],
          ['POST', `${hidden}/attempts/${own.apiKeyId}/repeat`],
          ['POST', `${hidden}/replay`, { since: '2026-11-01T00:00:00Z' }],
          ['POST', `${hidden}/pause`],
          ['POST', `${hidden}/resume`],
          ['POST', `${hidden}/secret/rotate`],
          ['DELETE', hidden],
        ]
        for (const [method, path, body] of requests)
          expect([method, path, (await key(method, path, body)).body['code']]).toEqual([
            method,
            path,
            'NOT_FOUND',
          ])
      }
      for (const id of ids) expect((await key('DELETE', `/events/destinations/${id}`)).status).toBe(204)
      expect((await owner.do('GET', '/events/destinations')).items).toHaveLength(2)
    })

    it('must be named by the destinations of a key with several', async () => {
      const key = callWith(await secretOf({ projectIds: [own.projectId, other.projectId] }))
      const requested = { url: 'https://hooks.example.com/several', types: ['job.completed'] }
      expect((await key('POST', '/events/destinations', requested)).body).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ pointer: '/projectId', code: 'REQUIRED' }],
      })
      const named = await key('POST', '/events/destinations', { ...requested, spinnerId: other.spinnerId })
      expect(named.body).toMatchObject({ projectId: other.projectId, spinnerId: other.spinnerId })
      await owner.do('DELETE', `/events/destinations/${String(named.body['id'])}`)
    })

    it('stay after the project was deleted: the key reaches nothing then', async () => {
      const { id } = await owner.do('POST', '/projects', { name: 'Short-lived' })
      const key = callWith(await secretOf({ projectIds: [id] }))
      expect(idsOf(await key('GET', '/projects'))).toEqual([id])
      await owner.do('DELETE', `/projects/${id}`)
      expect(idsOf(await key('GET', '/projects'))).toEqual([])
      expect(idsOf(await key('GET', '/data-tables'))).toEqual([])
    })

    it('must be projects of the organization', async () => {
      const stranger = await createWorkshop(await signUp(api))
      const projectIds = [own.projectId, stranger.projectId]
      const { body } = await owner.ask('POST', '/api-keys', { name: 'Limited', scopes, projectIds })
      expect(body).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ pointer: '/projectIds/1', code: 'UNKNOWN_PROJECT' }],
      })
    })

    it('are kept by a rotation, with the networks', async () => {
      const made = await owner.do('POST', '/api-keys', {
        name: 'Rotated',
        scopes: ['tables:read'],
        projectIds: [own.projectId],
        allowedNetworks: ['203.0.113.7', '2001:db8::/32', '::ffff:198.51.100.0/120'],
      })
      const limits = {
        projectIds: [own.projectId],
        allowedNetworks: ['203.0.113.7/32', '2001:db8::/32', '198.51.100.0/24'],
      }
      expect(made).toMatchObject(limits)
      expect(await owner.do('POST', `/api-keys/${made.id}/rotate`)).toMatchObject(limits)
    })
  })

  describe('of networks', () => {
    it('refuse it from other addresses, like an unknown key', async () => {
      const secret = await secretOf({ allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'] })
      const from = (address: string) => callWith(secret, { 'x-forwarded-for': address })
      const records = [{ name: 'Alan', email: 'alan@example.com' }]
      const json = { dataTableId: own.dataTableId, records }
      for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::5']) {
        expect((await from(address)('GET', '/data-tables')).status).toBe(200)
        expect((await from(address)('POST', '/public/ingest', json)).status).toBe(201)
      }
      for (const address of ['203.0.114.9', '::1', '2001:db9::1']) {
        expect((await from(address)('GET', '/data-tables')).body['code']).toBe('UNAUTHENTICATED')
        expect((await from(address)('POST', '/public/ingest', json)).body['code']).toBe('INVALID_API_KEY')
        const trigger = await from(address)('POST', `/public/trigger/${own.spinnerId}`)
        expect(trigger.body['code']).toBe('INVALID_API_KEY')
      }
    })

    it('must be written as networks', async () => {
      const allowedNetworks = ['203.0.113.0/24', '203.0.113.0/33', 'example.com']
      const { body } = await owner.ask('POST', '/api-keys', { name: 'N', scopes, allowedNetworks })
      expect(body).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ pointer: '/allowedNetworks/1' }, { pointer: '/allowedNetworks/2' }],
      })
    })
  })

  it('of time end it on management routes too', async () => {
    const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString()
    const key = callWith(await secretOf({ expiresAt }))
    expect((await key('GET', '/whoami')).body['apiKey']).toMatchObject({ expiresAt })
    world.clock.advance(60)
    expect((await key('GET', '/data-tables')).body['code']).toBe('UNAUTHENTICATED')
  })
})
