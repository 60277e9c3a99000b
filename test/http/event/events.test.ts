import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { eventId } from '../../../src/domain/event/event-id.ts'
import { type EventType, eventTypes } from '../../../src/domain/event/event-type.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { type Api, createApi } from '../../support/api.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { requestedTypes } from '../../support/event/requested-types.ts'
import { createWorld, type World } from '../../support/world.ts'

interface SeenEvent {
  readonly id: string
  readonly type: string
  readonly object: { readonly id: string }
}

describe('the events of an organization', () => {
  let world: World
  let api: Api
  let owner: Person

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
  })

  const add = (
    type: EventType,
    ids: readonly string[],
    projectId: string | null = null,
    organizationId = owner.organizationId,
  ) =>
    world.container.get(UnitOfWork).run((tx) =>
      tx.events.add({
        organizationId,
        type,
        projectId,
        data: {},
        events: ids.map((objectId) => ({ objectId, address: 'ada@example.com' })),
      }),
    )
  const list = (query = ''): Promise<{ items: SeenEvent[]; nextCursor: string | null }> =>
    owner.do('GET', `/events${query}`)
  const ids = async (query = '') => (await list(query)).items.map(({ object }) => object.id)
  /** Reads all pages of a list. */
  async function pages(query: string): Promise<string[]> {
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      found.push(...page.items.map(({ object }) => object.id))
      cursor = page.nextCursor
    }
    return found
  }

  it('are written once they are asked for, and have no address', async () => {
    await add('message.replied', ['early'])
    expect(await list()).toEqual({ items: [], nextCursor: null })
    await add('message.replied', ['1'])
    const { items } = await list()
    expect(items).toEqual([
      {
        id: expect.any(String),
        type: 'message.replied',
        createdAt: world.clock.now().toISOString(),
        organizationId: owner.organizationId,
        projectId: null,
        object: { type: 'record', id: '1' },
        data: {},
      },
    ])
  })

  it('are asked for by type, and not by a request that only reads', async () => {
    const requested = () => requestedTypes(world, owner.organizationId)
    await list('?subscribe=false')
    expect(await requested()).toEqual([])
    await list('?types=job.started,job.completed')
    expect(await requested()).toEqual(['job.completed', 'job.started'])
    await list()
    expect(await requested()).toEqual([...eventTypes].toSorted())
  })

  it('are listed in pages and in both directions without repetitions or gaps', async () => {
    await list()
    const all = Array.from({ length: 23 }, (_, no) => String(no))
    await add('record.added', all.slice(0, 7))
    for (const id of all.slice(7, 12)) await add('record.updated', [id])
    await add('record.added', all.slice(12))
    for (const limit of [1, 4, 23]) {
      expect(await pages(`?limit=${limit}`)).toEqual(all)
      expect(await pages(`?limit=${limit}&order=desc`)).toEqual(all.toReversed())
    }
    expect(await pages('?limit=3&types=record.updated')).toEqual(all.slice(7, 12))
    expect(await pages('?limit=1&object=3,9,nothing')).toEqual(['3', '9'])
    expect(await pages('?limit=1&order=desc&object=3,9')).toEqual(['9', '3'])
  })

  it('continue after the id of an event, and from a time', async () => {
    await list()
    await add('record.added', ['a', 'b', 'c'])
    const [, b] = (await list()).items
    world.clock.advance(3_600)
    const time = world.clock.now()
    await add('record.added', ['d'])
    expect(await ids(`?since=${b?.id}`)).toEqual(['c', 'd'])
    expect(await ids(`?since=${b?.id}&order=desc`)).toEqual(['d', 'c'])
    expect(await ids(`?since=${time.toISOString()}`)).toEqual(['d'])
    expect(await ids(`?since=${new Date(time.getTime() + 1).toISOString()}`)).toEqual([])
  })

  it.each([
    ['the id of another organization', `since=${eventId('01983b5e-7c00-7000-bfff-00000000abcd', 5_000)}`],
    ['an id that is no event', 'since=01983b5e-7c00-4000-bfff-00000000abcd'],
    ['no time', 'since=yesterday'],
    ['a number', 'since=1'],
    ['a time without its offset', 'since=2026-11-20T12:00:00'],
    ['a date that does not exist', 'since=2026-02-30T12:00:00Z'],
    ['an invented cursor', `cursor=${Buffer.from('a.b').toString('base64url')}`],
    ['an unknown order', 'order=random'],
  ])('refuse %s', async (_what, query) => {
    expect((await owner.ask('GET', `/events?${query}`)).body).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
    })
  })

  it.each(['/events', '/events/stream'])(
    'refuse an unknown type on %s, and name the nearest one',
    async (path) => {
      const { status, body } = await owner.ask('GET', `${path}?types=job.started,job.complete`)
      expect(status).toBe(400)
      expect(body).toMatchObject({
        code: 'VALIDATION_FAILED',
        validTypes: eventTypes,
        errors: [{ pointer: '#query/types', code: 'UNKNOWN_TYPE', suggestion: 'job.completed' }],
      })
    },
  )

  it('are not those of another organization', async () => {
    await list()
    await add('record.added', ['a'])
    const other = await signUp(api)
    expect((await other.do('GET', '/events')).items).toEqual([])
  })

  it('need the scope events:read of a key', async () => {
    const { secret } = await owner.do('POST', '/api-keys', { name: 'Feed', scopes: ['events:read'] })
    expect((await api.ask('/api/v1/events', { key: secret })).status).toBe(200)
    const { secret: other } = await owner.do('POST', '/api-keys', { name: 'Jobs', scopes: ['jobs:read'] })
    for (const path of ['/events', '/events/stream', '/events/types'])
      expect((await api.ask(`/api/v1${path}`, { key: other })).body).toMatchObject({ code: 'MISSING_SCOPE' })
  })

  it('have documented types with examples', async () => {
    const { items } = await owner.do('GET', '/events/types')
    expect(items.map(({ type }: { type: string }) => type)).toEqual(eventTypes)
  })

  describe('as a stream', () => {
    /** Opens a stream of events. `next` waits for that many events; `close` closes the stream. */
    async function stream(headers: Readonly<Record<string, string>> = {}, query = '') {
      const stop = new AbortController()
      const response = await fetch(`${api.url}/api/v1/events/stream${query}`, {
        headers: { authorization: `Bearer ${owner.token}`, ...headers },
        signal: stop.signal,
      })
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      const seen = () =>
        [...text.matchAll(/^id: (.*)\ndata: (.*)\n\n/gm)].map(([, id, data = '']) => {
          const event = JSON.parse(data) as SeenEvent
          expect(event.id).toBe(id)
          return event
        })
      return {
        response,
        next: async (count: number) => {
          while (seen().length < count) {
            const { value, done } = (await reader?.read()) ?? { done: true }
            if (done) break
            text += value
          }
          return seen()
        },
        ended: async () => {
          while ((await reader?.read())?.done === false);
        },
        close: () => stop.abort(),
      }
    }

    it('are sent from now on, and continue after the last event of an earlier stream', async () => {
      await list()
      await add('record.added', ['before'])
      const first = await stream()
      expect(first.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      await add('record.added', ['a', 'b'])
      const [a] = await first.next(2)
      expect(a?.object.id).toBe('a')
      first.close()
      await add('job.started', ['c'])
      await add('record.added', ['d'])
      const second = await stream({ 'last-event-id': a?.id ?? '' }, '?types=record.added')
      expect((await second.next(2)).map(({ object }) => object.id)).toEqual(['b', 'd'])
      second.close()
    })

    it('are sent from many batches, of which some are for other projects', async () => {
      const { id: projectId } = await owner.do('POST', '/projects', { name: 'Spring' })
      const key = { name: 'Follower', scopes: ['events:read'], projectIds: [projectId] }
      const { secret } = await owner.do('POST', '/api-keys', key)
      const { next, close } = await stream({ authorization: `Bearer ${secret}` })
      const sent = Array.from({ length: 1_400 }, (_, no) => String(no))
      for (const first of [0, 450, 900]) {
        for (let no = 0; no < 21; no++) await add('record.added', ['other'])
        await add('record.added', sent.slice(first, first + 449), projectId)
        await add('record.added', sent.slice(first + 449, first + 450), projectId)
      }
      await add('record.added', sent.slice(1_350), projectId)
      expect((await next(1_400)).map(({ object }) => object.id)).toEqual(sent)
      close()
    })

    it('ask for their types', async () => {
      const { close } = await stream({}, '?types=meter.reached')
      expect(await requestedTypes(world, owner.organizationId)).toEqual(['meter.reached'])
      close()
    })

    it('end with the session, and with the API key when it is revoked or expires', async () => {
      const key = { name: 'Follower', scopes: ['events:read'] }
      const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString()
      const revoked = await owner.do('POST', '/api-keys', key)
      const expiring = await owner.do('POST', '/api-keys', { ...key, expiresAt })
      const by = (secret: string) => stream({ authorization: `Bearer ${secret}` })
      const streams = await Promise.all([stream(), by(revoked.secret), by(expiring.secret)])
      expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200])
      await owner.do('DELETE', `/api-keys/${revoked.id}`)
      await owner.ask('POST', '/auth/sign-out')
      world.clock.advance(60)
      await Promise.all(streams.map(({ ended }) => ended()))
    })

    it('end with an API key by the test clock in test mode, whether it is ahead of the real time or behind', async () => {
      const { id: organizationId } = (await owner.do('POST', '/test-mode/enter')).organization
      const dayMs = 86_400_000
      const setClock = (ms: number) => {
        const clock = newTestClock(organizationId, new Date(world.clock.now().getTime() + ms))
        return world.container.get(UnitOfWork).run((tx) => tx.testClocks.save(clock))
      }
      await setClock(-dayMs)
      const expiresAt = new Date(world.clock.now().getTime() - dayMs / 2).toISOString()
      const create = (changes: object) =>
        owner.do('POST', '/api-keys', { name: 'Follower', scopes: ['events:read'], ...changes })
      const [revoked, expiring] = [await create({}), await create({ expiresAt })]
      const by = (secret: string) => stream({ authorization: `Bearer ${secret}` })
      const streams = [await by(revoked.secret), await by(expiring.secret)] as const
      expect(streams.map(({ response }) => response.status)).toEqual([200, 200])
      // Waits longer than the 5 s between two checks of a key.
      await setTimeout(6_000)
      await add('record.added', ['a'], null, organizationId)
      expect(await Promise.all(streams.map(({ next }) => next(1)))).toMatchObject([
        [{ object: { id: 'a' } }],
        [{ object: { id: 'a' } }],
      ])
      await setClock(dayMs)
      await owner.do('DELETE', `/api-keys/${revoked.id}`)
      await Promise.all(streams.map(({ ended }) => ended()))
    })

    it('refuse a place that is no event, and the 21st stream of an organization', async () => {
      const refused = await stream({ 'last-event-id': 'yesterday' })
      expect(refused.response.status).toBe(400)
      const streams = await Promise.all(Array.from({ length: 21 }, () => stream()))
      const statuses = streams.map(({ response }) => response.status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(20)
      expect(statuses.filter((status) => status === 429)).toHaveLength(1)
      for (const { close } of streams) close()
    })
  })
})
