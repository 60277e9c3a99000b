import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Event, eventsOf, type NewEvent } from '../../../src/domain/event/event.ts'
import { type EventType, eventTypes } from '../../../src/domain/event/event-type.ts'
import { type EventSearch, EventStore } from '../../../src/ports/event/events.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { requestedTypes } from '../../support/event/requested-types.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const spinnerId = '01983b5e-7c00-7000-8000-0000000000b1'

describe('tx.events, EventStore', () => {
  let world: World
  let events: EventStore
  let organizationId: string

  beforeAll(async () => {
    world = await createWorld()
    events = world.container.get(EventStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.set('2026-11-20T12:00:00.000Z')
    organizationId = (await createTenant(world)).organizationId
  })

  const run: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const inAnHour = () => new Date(world.clock.now().getTime() + 3_600_000)
  const ask = (...types: EventType[]) => events.ask(organizationId, types, inAnHour())
  const add = (type: EventType, ...added: (string | NewEvent)[]) =>
    run((tx) =>
      tx.events.add({
        organizationId,
        type,
        projectId: null,
        spinnerId,
        data: { dataTableId: 'table' },
        events: added.map((one) => (typeof one === 'string' ? { objectId: one } : one)),
      }),
    )
  const read = async (after = 0, types: readonly EventType[] = eventTypes): Promise<readonly Event[]> => {
    const found = await events.batches({ organizationId, types, after, most: 1_000 })
    return found.flatMap(eventsOf)
  }
  const objects = async (after?: number, types?: readonly EventType[]) =>
    (await read(after, types)).map(({ object }) => object.id)

  describe('a type that nobody asks for', () => {
    it('is not written', async () => {
      await ask('record.updated')
      await add('record.added', 'a')
      await events.number(organizationId)
      expect(await read()).toEqual([])
      expect(await run((tx) => tx.events.hasSubscription(organizationId, ['record.added']))).toBe(false)
    })

    it('is not written for an organization if another one asks for it', async () => {
      await events.ask((await createTenant(world)).organizationId, ['record.added'], inAnHour())
      await add('record.added', 'a')
      expect(await events.unnumbered(null, 1_000)).not.toContain(organizationId)
    })
  })

  it('keeps an event as it was written, with the present time and the path of its step', async () => {
    await ask('message.replied')
    expect(
      await run((tx) => tx.events.hasSubscription(organizationId, ['record.added', 'message.replied'])),
    ).toBe(true)
    await add(
      'message.replied',
      { objectId: '1', data: { step: 0 }, address: 'ada@example.com' },
      { objectId: '2' },
    )
    await events.number(organizationId)
    const [first, second] = await read()
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      number: world.clock.now().getTime() * 1_000,
      type: 'message.replied',
      createdAt: world.clock.now(),
      organizationId,
      projectId: null,
      spinnerId,
      object: { type: 'record', id: '1' },
      data: { dataTableId: 'table', step: 0, path: '1' },
      address: 'ada@example.com',
    })
    expect(second).toMatchObject({ data: { dataTableId: 'table' }, address: null })
  })

  it('writes events together with their cause, or neither', async () => {
    await ask('record.added')
    const failed = run(async (tx) => {
      await tx.events.add({
        organizationId,
        type: 'record.added',
        projectId: null,
        data: {},
        events: [{ objectId: 'a' }],
      })
      throw new Error('afterwards')
    })
    await expect(failed).rejects.toThrow('afterwards')
    await events.number(organizationId)
    expect(await read()).toEqual([])
  })

  it('writes nothing for an empty list', async () => {
    await ask('record.added')
    await add('record.added')
    expect(await events.unnumbered(null, 1_000)).not.toContain(organizationId)
  })

  it('divides a long list into batches of 500, and keeps its order', async () => {
    await ask('record.added')
    const ids = Array.from({ length: 1_203 }, (_, no) => String(no))
    await add('record.added', ...ids)
    await events.number(organizationId)
    const found = await events.batches({ organizationId, types: eventTypes, after: 0, most: 10 })
    expect(found.map((batch) => batch.objects.length)).toEqual([500, 500, 203])
    expect(await objects()).toEqual(ids)
  })

  it('gives consecutive numbers, which do not go back when the clock does', async () => {
    await ask('record.added')
    await add('record.added', 'a', 'b')
    await events.number(organizationId)
    world.clock.set('2026-11-20T11:00:00.000Z')
    await add('record.added', 'c')
    await events.number(organizationId)
    const [a, b, c] = await read()
    expect([b?.number, c?.number]).toEqual([(a?.number ?? 0) + 1, (a?.number ?? 0) + 2])
  })

  it('does not return events without a number, and knows which organizations have some', async () => {
    await ask('record.added')
    await add('record.added', 'a')
    expect(await read()).toEqual([])
    expect(await events.unnumbered(null, 1_000)).toContain(organizationId)
    await events.number(organizationId)
    expect(await events.unnumbered(null, 1_000)).not.toContain(organizationId)
    expect(await objects()).toEqual(['a'])
  })

  it('returns the organizations with events without a number in the order of their ids, after one of them', async () => {
    for (const id of [organizationId, (await createTenant(world)).organizationId]) {
      await events.ask(id, ['record.added'], inAnHour())
      organizationId = id
      await add('record.added', 'a')
    }
    const ids = await events.unnumbered(null, 1_000)
    expect(ids).toEqual(ids.toSorted())
    expect(await events.unnumbered(null, 1)).toEqual(ids.slice(0, 1))
    expect(await events.unnumbered(ids[0] ?? null, 1_000)).toEqual(ids.slice(1))
    expect(ids.length).toBeGreaterThan(1)
  })

  it('returns the batches after a number, also if the number is within a batch', async () => {
    await ask('record.added')
    await add('record.added', 'a', 'b', 'c')
    await add('record.added', 'd')
    await events.number(organizationId)
    const [a, b, c, d] = (await read()).map(({ number }) => number)
    expect(await objects(a)).toEqual(['a', 'b', 'c', 'd'])
    expect(await objects(b)).toEqual(['a', 'b', 'c', 'd'])
    expect(await objects(c)).toEqual(['d'])
    expect(await objects(d)).toEqual([])
    const range = { organizationId, types: eventTypes, after: 0, most: 10 }
    expect(await events.batches({ ...range, until: c ?? 0 })).toHaveLength(1)
    expect(await events.batches({ ...range, most: 1 })).toHaveLength(1)
  })

  it('returns only the wanted types, in the order of their numbers', async () => {
    await ask('record.added', 'record.updated', 'job.started')
    await add('record.added', 'a')
    await add('job.started', 'b')
    await add('record.updated', 'c')
    await add('record.added', 'd')
    await events.number(organizationId)
    expect(await objects(0, ['record.updated', 'record.added', 'record.added'])).toEqual(['a', 'c', 'd'])
    expect(await objects(0, ['meter.reached'])).toEqual([])
  })

  it('returns only events of the organization', async () => {
    await ask('record.added')
    await add('record.added', 'a')
    await events.number(organizationId)
    const other = (await createTenant(world)).organizationId
    expect(await events.batches({ organizationId: other, types: eventTypes, after: 0, most: 10 })).toEqual([])
  })

  it('searches in both directions, in steps, also for the events about some objects', async () => {
    await ask('record.added', 'job.started')
    for (const id of ['a', 'b', 'c', 'd']) await add('record.added', id, `${id}2`)
    await add('job.started', 'b')
    await events.number(organizationId)
    const find = async (changes: Partial<EventSearch>) => {
      const found: string[] = []
      let range: Pick<EventSearch, 'after' | 'until'> = { after: 0 }
      const { latestFirst = false } = changes
      for (;;) {
        const search = {
          organizationId,
          types: eventTypes,
          most: 2,
          latestFirst,
          objects: null,
          ...changes,
          ...range,
        }
        const { batches, next } = await events.search(search)
        found.push(...batches.map(({ objects: [first = ''] }) => first))
        if (next === null) return found
        range = latestFirst ? { after: 0, until: next } : { after: next }
      }
    }
    expect(await find({})).toEqual(['a', 'b', 'c', 'd', 'b'])
    expect(await find({ latestFirst: true })).toEqual(['b', 'd', 'c', 'b', 'a'])
    expect(await find({ objects: ['b', 'd2', 'none'] })).toEqual(['b', 'd', 'b'])
    expect(await find({ objects: ['b', 'd2'], latestFirst: true, types: ['record.added'] })).toEqual([
      'd',
      'b',
    ])
  })

  it('knows the last number', async () => {
    expect(await events.lastNumber(organizationId)).toBe(0)
    await ask('record.added')
    await add('record.added', 'a', 'b')
    await events.number(organizationId)
    expect(await events.lastNumber(organizationId)).toBe((await read()).at(-1)?.number)
  })

  describe('requests for types', () => {
    it('end at their time', async () => {
      await ask('record.added')
      await events.ask(organizationId, ['record.updated'], new Date(inAnHour().getTime() + 3_600_000))
      expect(await requestedTypes(world, organizationId)).toEqual(['record.added', 'record.updated'])
      await events.endRequests(inAnHour())
      expect(await requestedTypes(world, organizationId)).toEqual(['record.updated'])
    })

    it('are not shortened by a shorter one', async () => {
      const late = new Date(inAnHour().getTime() + 24 * 3_600_000)
      await events.ask(organizationId, ['record.added'], late)
      await ask('record.added')
      await events.endRequests(inAnHour())
      expect(await requestedTypes(world, organizationId)).toEqual(['record.added'])
    })

    it('of destinations do not end, until the destinations no longer want the type', async () => {
      const destinations = (types: EventType[]) =>
        run((tx) => tx.events.subscribeDestinations(organizationId, types, inAnHour()))
      await destinations(['record.added', 'record.updated'])
      await ask('record.added')
      await events.endRequests(new Date('2030-01-01'))
      expect(await requestedTypes(world, organizationId)).toEqual(['record.added', 'record.updated'])
      await destinations(['record.updated'])
      await events.endRequests(inAnHour())
      expect(await requestedTypes(world, organizationId)).toEqual(['record.updated'])
      await destinations([])
      await events.endRequests(inAnHour())
      expect(await requestedTypes(world, organizationId)).toEqual([])
    })
  })

  it('erases the address of a person from numbered and new events, and keeps the events', async () => {
    await ask('person.suppressed')
    const addressed = (objectId: string, address: string) => ({ objectId, address })
    await add('person.suppressed', addressed('ada', 'ada@example.com'), addressed('bob', 'bob@example.com'))
    await events.number(organizationId)
    await add('person.suppressed', addressed('ada', 'ada@example.com'))
    const erase = (of = organizationId) => run((tx) => tx.events.eraseAddress(of, 'ada@example.com'))
    expect(await erase((await createTenant(world)).organizationId)).toBe(0)
    const failing = run(async (tx) => {
      await tx.events.eraseAddress(organizationId, 'ada@example.com')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect([await erase(), await erase()]).toEqual([2, 0])
    await events.number(organizationId)
    expect((await read()).map(({ object, address }) => [object.id, address])).toEqual([
      ['ada', null],
      ['bob', 'bob@example.com'],
      ['ada', null],
    ])
  })

  it('deletes old events, the oldest first', async () => {
    await ask('record.added')
    for (const [at, id] of [
      ['2026-11-20T12:00:00.000Z', 'a'],
      ['2026-11-20T13:00:00.000Z', 'b'],
      ['2026-11-20T14:00:00.000Z', 'c'],
    ] as const) {
      world.clock.set(at)
      await add('record.added', id)
      await events.number(organizationId)
    }
    const before = new Date('2026-11-20T14:00:00.000Z')
    while ((await events.forget(before, 1)) > 0);
    expect(await objects()).toEqual(['c'])
  })
})
