import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Attempt, DeliveredRange } from '../../../src/domain/event/destination/attempt.ts'
import type { Destination } from '../../../src/domain/event/destination/destination.ts'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import {
  type DeliveryResult,
  DestinationStore,
  type DisabledNotice,
  type DueDestination,
} from '../../../src/ports/event/destinations.ts'
import { EventStore } from '../../../src/ports/event/events.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const dayMs = 24 * 60 * 60 * 1000

describe('tx.destinations, DestinationStore', () => {
  let world: World
  let destinations: DestinationStore
  let tenant: Tenant
  let own: Destination

  beforeAll(async () => {
    world = await createWorld()
    destinations = world.container.get(DestinationStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.set('2026-11-20T12:00:00.000Z')
    tenant = await createTenant(world)
    own = await add()
  })
  // Removes the destinations of each test, because the next test takes whichever is due.
  afterEach(() =>
    run(async (tx) => {
      for (const { id } of await tx.destinations.of(tenant.organizationId)) await tx.destinations.remove(id)
    }),
  )

  const next = () => world.container.get(Ids).next()
  const run: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const later = (ms: number) => new Date(world.clock.now().getTime() + ms)
  const reach = () => ({ organizationId: tenant.organizationId, projectIds: null })
  const page = { limit: 50, after: null }
  const selection = { types: ['record.added'], projectId: null, spinnerId: null } as const

  async function add(changes: Partial<Destination> = {}): Promise<Destination> {
    const id = next()
    const destination: Destination = {
      ...selection,
      id,
      organizationId: tenant.organizationId,
      url: 'https://example.com/',
      includesAddresses: false,
      batchesEvents: false,
      status: 'active',
      disabledReason: null,
      disabledAt: null,
      createdAt: world.clock.now(),
      urlChangedAt: null,
      deliveredAt: null,
      position: 10,
      failures: 0,
      failingSince: null,
      nextAttemptAt: null,
      revision: 1,
      ...changes,
    }
    const { ciphertext } = world.container.get(Secrets).webhookSecret(id)
    await run((tx) =>
      tx.destinations.add(destination, { ciphertext, previousCiphertext: null, previousUntil: null }),
    )
    return destination
  }
  /** Makes the destination due and takes it; nobody else has due destinations. */
  const take = async (id = own.id): Promise<DueDestination> => {
    await run(async (tx) =>
      tx.destinations.save((await tx.destinations.lock(tenant.organizationId, id)) ?? own),
    )
    const taken = await destinations.take(next(), 30, [], world.clock.now())
    if (taken?.id !== id) throw new Error('The destination of the test is not due')
    return taken
  }
  const requested = (first = 11, last = first): DeliveredRange => ({
    webhookId: `event-${first}`,
    firstNumber: first,
    lastNumber: last,
    count: last - first + 1,
    selection,
  })
  const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
    id: next(),
    organizationId: tenant.organizationId,
    destinationId: own.id,
    kind: 'event',
    events: requested(),
    at: world.clock.now(),
    httpStatus: 200,
    code: null,
    durationMs: 12,
    response: 'ok',
    retryAt: null,
    isGivenUp: false,
    ...changes,
  })
  const result = (changes: Partial<DeliveryResult> = {}): DeliveryResult => ({
    attempt: attempt(),
    formerFailingSince: null,
    failures: 0,
    failingSince: null,
    nextAttemptAt: null,
    advance: null,
    replay: null,
    retry: null,
    endedRetry: null,
    isRecovered: false,
    isPruned: false,
    ...changes,
  })
  const failed = () => attempt({ httpStatus: 500, code: 'RECEIVER_REFUSED', response: null })
  const retryAt = (dueAt: Date, first = 11) => ({ ...requested(first), id: next(), attempts: 1, dueAt })
  const nothing = { passed: null, moreAt: null, nextAttemptAt: null }

  it('are found within the reach of the caller', async () => {
    const ofProject = await add({ projectId: tenant.projectId })
    const limited = { ...reach(), projectIds: [tenant.projectId] }
    const view = { ...ofProject, retries: 0, replays: 0, previousSecretUntil: null }
    expect(await destinations.find(limited, ofProject.id)).toEqual(view)
    expect(await destinations.find(limited, own.id)).toBeNull()
    expect(await destinations.list(limited, page)).toEqual({ items: [view], next: null })
    const first = await destinations.list(reach(), { limit: 1, after: null })
    expect(first.items.map(({ id }) => id)).toEqual([own.id])
    const rest = await destinations.list(reach(), { limit: 1, after: first.next })
    expect(rest).toMatchObject({ items: [{ id: ofProject.id }], next: null })
    const other = { organizationId: (await createTenant(world)).organizationId, projectIds: null }
    expect(await destinations.find(other, own.id)).toBeNull()
    expect(await run((tx) => tx.destinations.lock(other.organizationId, own.id))).toBeNull()
    expect((await run((tx) => tx.destinations.of(tenant.organizationId))).map(({ id }) => id)).toEqual([
      own.id,
      ofProject.id,
    ])
  })

  it('keep changed settings and secrets', async () => {
    const changed = {
      ...own,
      url: 'https://example.com/2',
      batchesEvents: true,
      failures: 3,
      revision: 2,
      position: 20,
    }
    const secrets = { ciphertext: 'new', previousCiphertext: 'old', previousUntil: world.clock.now() }
    await run(async (tx) => {
      await tx.destinations.saveSecrets(own.id, secrets)
      await tx.destinations.save(changed)
    })
    expect(await run((tx) => tx.destinations.lock(tenant.organizationId, own.id))).toMatchObject({
      ...changed,
      ...secrets,
    })
  })

  it('have one holder at a time, until the holder releases them', async () => {
    const taken = await take()
    expect(await destinations.take(next(), 30, [], later(dayMs))).toBeNull()
    await destinations.release({ ...taken, holder: next() }, nothing)
    expect(await destinations.take(next(), 30, [], later(dayMs))).toBeNull()
    await destinations.release(taken, { ...nothing, moreAt: later(1_000) })
    expect(await destinations.take(next(), 30, [], later(999))).toBeNull()
    expect(await destinations.take(next(), 30, [tenant.organizationId], later(1_000))).toBeNull()
    const again = await destinations.take(next(), 30, [], later(1_000))
    expect(again).toMatchObject({ id: own.id, position: 10 })
    const passed = { from: 10, to: 15 }
    // A destination with nothing to send is not due, even after the wait that its receiver asked for.
    await destinations.release(again ?? taken, { passed, moreAt: null, nextAttemptAt: later(1_000) })
    expect(await destinations.take(next(), 30, [], later(365 * dayMs))).toBeNull()
    expect(await destinations.find(reach(), own.id)).toMatchObject({ position: 15 })
  })

  it('become due when events of their types get numbers, even while a holder releases them', async () => {
    const write = () =>
      run(async (tx) => {
        await tx.events.subscribeDestinations(
          tenant.organizationId,
          ['record.added', 'job.failed'],
          later(dayMs),
        )
        const { organizationId } = tenant
        const events = [{ objectId: '1' }]
        await tx.events.add({ organizationId, type: 'record.added', projectId: null, data: {}, events })
      })
    const number = () => world.container.get(EventStore).number(tenant.organizationId)
    await destinations.release(await take(), nothing)
    expect(await destinations.take(next(), 30, [], later(dayMs))).toBeNull()
    await write()
    await number()
    const taken = await destinations.take(next(), 30, [], world.clock.now())
    expect(taken?.id).toBe(own.id)
    await write()
    await number()
    await destinations.release(taken ?? (await take()), nothing)
    const again = await destinations.take(next(), 30, [], world.clock.now())
    expect(again?.id).toBe(own.id)
    expect(await run((tx) => tx.events.lastNumber(tenant.organizationId))).toBeGreaterThan(10)
    // A holder that releases the destination after the time of its lease keeps a wake-up from after this time.
    world.clock.set(later(31_000).toISOString())
    await write()
    await number()
    await destinations.release(again ?? (await take()), nothing)
    const late = await destinations.take(next(), 30, [], world.clock.now())
    expect(late?.id).toBe(own.id)
    await destinations.release(late ?? (await take()), nothing)
  })

  it('advance with the results of their holder, unless a user has skipped events meanwhile', async () => {
    const taken = await take()
    const advance = { from: 10, to: 11 }
    expect(await destinations.storeResult(taken, 30, result({ advance }))).toEqual({
      isHealthStored: true,
      hasDueRetry: false,
      mayContinue: true,
    })
    expect(await destinations.find(reach(), own.id)).toMatchObject({
      position: 11,
      deliveredAt: world.clock.now(),
    })
    await destinations.storeResult(taken, 30, result({ advance: { from: 10, to: 12 } }))
    expect(await destinations.find(reach(), own.id)).toMatchObject({ position: 11 })
    const other = { ...taken, holder: next() }
    expect(await destinations.storeResult(other, 30, result({ advance: { from: 11, to: 12 } }))).toBeNull()
    expect(await destinations.find(reach(), own.id)).toMatchObject({ position: 11 })
    await destinations.release(taken, nothing)
  })

  it('keep their health and no retry if a user skipped events during a request', async () => {
    const taken = await take()
    const present = await run((tx) => tx.destinations.lock(tenant.organizationId, own.id))
    await run(async (tx) => {
      await tx.destinations.save({ ...(present ?? own), position: 20, revision: 2 })
      await tx.destinations.dropWaiting(own.id)
    })
    const late = { attempt: failed(), failures: 5, failingSince: later(-dayMs), retry: retryAt(later(0)) }
    const advance = { from: 10, to: 11 }
    expect(await destinations.storeResult(taken, 30, result({ ...late, advance }))).toMatchObject({
      isHealthStored: false,
    })
    await destinations.storeResult(taken, 30, result({ ...late, attempt: { ...failed(), kind: 'retry' } }))
    const replay = { id: next(), position: 5 }
    await destinations.storeResult(
      taken,
      30,
      result({ ...late, replay, attempt: { ...failed(), kind: 'replay' } }),
    )
    expect(await destinations.find(reach(), own.id)).toMatchObject({
      failures: 0,
      failingSince: null,
      position: 20,
      retries: 0,
    })
    await destinations.release(taken, nothing)
  })

  it('keep the events of a request that failed while the URL was changed, and no retry', async () => {
    const taken = await take()
    await run(async (tx) => {
      const present = (await tx.destinations.lock(tenant.organizationId, own.id)) ?? own
      await tx.destinations.save({ ...present, urlChangedAt: later(0), revision: 2 })
    })
    const retry = retryAt(later(0))
    const advance = { from: 10, to: 11 }
    await destinations.storeResult(taken, 30, result({ attempt: failed(), advance, retry }))
    expect(await destinations.find(reach(), own.id)).toMatchObject({ position: 10, retries: 0 })
    const replay = { id: next(), organizationId: tenant.organizationId, destinationId: own.id }
    await run((tx) => tx.destinations.addReplay({ ...replay, position: 2, until: 8 }))
    const replayed = { attempt: { ...failed(), kind: 'replay' as const }, replay: { ...replay, position: 5 } }
    await destinations.storeResult(taken, 30, result({ ...replayed, retry }))
    expect(await destinations.nextReplay(own.id)).toMatchObject({ position: 2 })
    expect(await destinations.find(reach(), own.id)).toMatchObject({ retries: 0 })
    await destinations.storeResult(taken, 30, result({ advance }))
    expect(await destinations.find(reach(), own.id)).toMatchObject({ position: 11 })
    await destinations.release(taken, nothing)
  })

  it('show a caller that is limited to projects only attempts with events of one of them', async () => {
    const ofProject = (projectId: string | null) =>
      attempt({ events: { ...requested(), selection: { ...selection, projectId } } })
    const [everything, inside, outside] = [ofProject(null), ofProject(tenant.projectId), ofProject(next())]
    const ping = attempt({ kind: 'ping', events: null })
    for (const made of [everything, inside, outside, ping])
      await destinations.storeRequestedAttempt(made, own, [])
    const limited = { ...reach(), projectIds: [tenant.projectId] }
    expect((await destinations.attempts(limited, own.id, false, page)).items).toEqual([ping, inside])
    expect((await destinations.attempts(reach(), own.id, false, page)).items).toHaveLength(4)
    expect(await destinations.attempt(limited, own.id, inside.id)).toEqual(inside)
    expect(await destinations.attempt(limited, own.id, everything.id)).toBeNull()
    expect(await destinations.attempt(limited, own.id, outside.id)).toBeNull()
  })

  it('keep failed requests until they succeed, the one that is due first in front', async () => {
    const taken = await take()
    const [first, second] = [retryAt(later(2_000), 11), retryAt(later(1_000), 12)]
    await destinations.storeResult(taken, 30, result({ attempt: failed(), failures: 1, retry: first }))
    await destinations.storeResult(taken, 30, result({ attempt: failed(), failures: 2, retry: second }))
    expect(await destinations.find(reach(), own.id)).toMatchObject({ retries: 2, failures: 2 })
    expect(await destinations.dueRetry(own.id, later(999))).toBeNull()
    expect(await destinations.dueRetry(own.id, later(3_000))).toMatchObject({ id: second.id, selection })
    const again = { ...second, attempts: 2, dueAt: later(9_000) }
    await destinations.storeResult(
      taken,
      30,
      result({ attempt: { ...failed(), kind: 'retry' }, retry: again }),
    )
    expect(await destinations.dueRetry(own.id, later(3_000))).toMatchObject({ id: first.id, attempts: 1 })
    await destinations.release(taken, nothing)
    expect(await destinations.take(next(), 30, [], later(1_999))).toBeNull()
    const retaken = (await destinations.take(next(), 30, [], later(2_000))) ?? taken
    const recovered = result({ endedRetry: first.id, isRecovered: true })
    expect(await destinations.storeResult(retaken, 30, recovered)).toMatchObject({ hasDueRetry: true })
    expect(await destinations.dueRetry(own.id, world.clock.now())).toMatchObject({
      id: second.id,
      attempts: 2,
    })
    await destinations.endWaiting(own.id, second.id)
    expect(await destinations.find(reach(), own.id)).toMatchObject({ retries: 0 })
    await destinations.release(retaken, nothing)
  })

  it('list their attempts, newest first, and the failed ones alone', async () => {
    const [one, two] = [attempt(), failed()]
    const ping = attempt({ kind: 'ping', events: null })
    for (const made of [one, two, ping]) await destinations.storeRequestedAttempt(made, own, [])
    expect(await destinations.attempts(reach(), own.id, false, page)).toEqual({
      items: [ping, two, one],
      next: null,
    })
    expect((await destinations.attempts(reach(), own.id, true, page)).items).toEqual([two])
    expect(await destinations.attempt(reach(), own.id, one.id)).toEqual(one)
    expect(await destinations.attempt(reach(), next(), one.id)).toBeNull()
    await take()
    expect(await destinations.forgetAttempts(later(1), 1_000)).toBe(3)
    expect(await destinations.attempt(reach(), own.id, one.id)).toBeNull()
  })

  it('lose the retry of a request that a user repeated with success', async () => {
    const taken = await take()
    await destinations.storeResult(taken, 30, result({ attempt: failed(), retry: retryAt(later(dayMs)) }))
    await destinations.release(taken, nothing)
    await destinations.storeRequestedAttempt(attempt({ kind: 'repeat' }), own, [])
    expect(await destinations.find(reach(), own.id)).toMatchObject({ retries: 0 })
    expect(await destinations.take(next(), 30, [], world.clock.now())).toMatchObject({ id: own.id })
  })

  it('lose the retries that a repeat has ended, unless they were changed during the request', async () => {
    const taken = await take()
    const wide = { ...retryAt(later(dayMs)), lastNumber: 14, count: 4 }
    await destinations.storeResult(taken, 30, result({ attempt: failed(), retry: wide }))
    await destinations.release(taken, nothing)
    const range = { firstNumber: 12, lastNumber: 13 }
    expect(await destinations.retriesAround(own.id, range)).toMatchObject([{ id: wide.id, count: 4 }])
    expect(await destinations.retriesAround(own.id, { ...range, lastNumber: 15 })).toEqual([])
    expect(await destinations.retriesAround(own.id, { ...range, firstNumber: 10 })).toEqual([])
    const repeat = () => attempt({ kind: 'repeat', events: requested(12, 13) })
    await destinations.storeRequestedAttempt(repeat(), { ...own, revision: own.revision - 1 }, [wide.id])
    expect(await destinations.find(reach(), own.id)).toMatchObject({ retries: 1 })
    await destinations.storeRequestedAttempt(repeat(), own, [wide.id])
    expect(await destinations.find(reach(), own.id)).toMatchObject({ retries: 0 })
  })

  it('keep the retry at a new URL although a repeat at the former one succeeds', async () => {
    await run(async (tx) =>
      tx.destinations.save({ ...own, url: 'https://example.org/', urlChangedAt: world.clock.now() }),
    )
    const taken = await take()
    await destinations.storeResult(taken, 30, result({ attempt: failed(), retry: retryAt(later(dayMs)) }))
    await destinations.release(taken, nothing)
    await destinations.storeRequestedAttempt(attempt({ kind: 'repeat' }), own, [])
    expect(await destinations.find(reach(), own.id)).toMatchObject({ retries: 1 })
  })

  describe.each(['repeat', 'ping'] as const)('after a %s that a user made,', (kind) => {
    const events = kind === 'ping' ? null : requested()
    const isRequested = (changes: Partial<Attempt> = {}) => attempt({ kind, events, ...changes })
    /** Stores failures in a row since yesterday, with retries of the requests 11 and 12 that wait for an hour. */
    async function fail(failures: number): Promise<DueDestination> {
      const taken = await take()
      const health = { failures, failingSince: later(-dayMs), nextAttemptAt: later(60_000) }
      const retries = [11, 12].map((first) => retryAt(later(3_600_000), first))
      await destinations.storeResult(
        taken,
        30,
        result({ ...health, attempt: failed(), retry: retries[0] ?? null }),
      )
      const formerFailingSince = health.failingSince
      const second = { ...health, formerFailingSince, attempt: failed(), retry: retries[1] ?? null }
      await destinations.storeResult(taken, 30, result(second))
      return taken
    }
    const health = async () => {
      const { failures, failingSince, nextAttemptAt, deliveredAt } =
        (await destinations.find(reach(), own.id)) ?? own
      return { failures, failingSince, nextAttemptAt, deliveredAt }
    }
    const failing = (failures: number) => ({
      failures,
      failingSince: later(-dayMs),
      nextAttemptAt: later(60_000),
      deliveredAt: null,
    })
    const answering = () => ({
      failures: 0,
      failingSince: null,
      nextAttemptAt: null,
      deliveredAt: world.clock.now(),
    })

    it('answer again: they are due with all their retries if they were failing', async () => {
      const taken = await fail(5)
      await destinations.release(taken, nothing)
      await destinations.storeRequestedAttempt(isRequested(), own, [])
      expect(await health()).toEqual(answering())
      const firsts = kind === 'ping' ? [11, 12] : [12]
      for (const _ of firsts) {
        const retry = await destinations.dueRetry(own.id, world.clock.now())
        expect(firsts).toContain(retry?.firstNumber)
        await destinations.endWaiting(own.id, retry?.id ?? '')
      }
      expect(await destinations.find(reach(), own.id)).toMatchObject({ retries: 0 })
      expect(await destinations.take(next(), 30, [], world.clock.now())).toMatchObject({ id: own.id })
    })

    it('answer again, and keep the times of their retries if they were not failing', async () => {
      const taken = await fail(4)
      await destinations.release(taken, nothing)
      await destinations.storeRequestedAttempt(isRequested(), own, [])
      expect(await health()).toEqual(answering())
      expect(await destinations.dueRetry(own.id, later(3_599_999))).toBeNull()
      expect(await destinations.dueRetry(own.id, later(3_600_000))).not.toBeNull()
    })

    it('keep their health if it failed, or if they were changed during the request', async () => {
      const taken = await fail(5)
      await destinations.release(taken, nothing)
      await destinations.storeRequestedAttempt(
        isRequested({ httpStatus: 500, code: 'RECEIVER_REFUSED' }),
        own,
        [],
      )
      expect(await health()).toEqual(failing(5))
      await destinations.storeRequestedAttempt(isRequested(), { ...own, revision: own.revision - 1 }, [])
      expect(await health()).toEqual({ ...failing(5), deliveredAt: world.clock.now() })
    })

    it('do not count failures from before it, although a request was under way', async () => {
      const taken = await fail(2)
      await destinations.storeRequestedAttempt(isRequested(), own, [])
      const late = { failures: 3, failingSince: later(-dayMs), formerFailingSince: later(-dayMs) }
      const stored = await destinations.storeResult(taken, 30, result({ ...late, attempt: failed() }))
      expect(stored).toMatchObject({ isHealthStored: false })
      expect(await health()).toEqual(answering())
      await destinations.release(taken, nothing)
    })

    it('have the time of the latest success, although it began earlier', async () => {
      const taken = await take()
      await destinations.storeResult(taken, 30, result())
      await destinations.release(taken, nothing)
      await destinations.storeRequestedAttempt(isRequested({ at: later(-1_000) }), own, [])
      expect(await health()).toMatchObject({ deliveredAt: world.clock.now() })
    })
  })

  it('keep ranges to send again, until these have ended or are dropped', async () => {
    const replay = {
      id: next(),
      organizationId: tenant.organizationId,
      destinationId: own.id,
      position: 1,
      until: 9,
    }
    await run((tx) => tx.destinations.addReplay(replay))
    expect(await run((tx) => tx.destinations.replaysOf(own.id))).toBe(1)
    expect(await destinations.nextReplay(own.id)).toEqual(replay)
    const taken = await take()
    await destinations.storeResult(taken, 30, result({ replay: { id: replay.id, position: 5 } }))
    expect(await destinations.nextReplay(own.id)).toEqual({ ...replay, position: 5 })
    await destinations.endWaiting(own.id, replay.id)
    expect(await destinations.nextReplay(own.id)).toBeNull()
    await run((tx) => tx.destinations.addReplay(replay))
    await run((tx) => tx.destinations.dropWaiting(own.id))
    expect(await destinations.find(reach(), own.id)).toMatchObject({ replays: 0 })
    await destinations.release(taken, nothing)
  })

  it('are removed with everything that belongs to them', async () => {
    const taken = await take()
    await destinations.storeResult(
      taken,
      30,
      result({ attempt: failed(), retry: retryAt(world.clock.now()) }),
    )
    await run((tx) => tx.destinations.remove(own.id))
    expect(await destinations.find(reach(), own.id)).toBeNull()
    expect(await destinations.storeResult(taken, 30, result())).toBeNull()
    expect((await destinations.attempts(reach(), own.id, false, page)).items).toEqual([])
    expect(await destinations.dueRetry(own.id, later(dayMs))).toBeNull()
  })

  it('are reported once after they were disabled for failures', async () => {
    const disabled = { status: 'disabled', disabledReason: 'failing', disabledAt: world.clock.now() } as const
    await run((tx) => tx.destinations.save({ ...own, ...disabled, failingSince: later(-dayMs) }))
    const range = { since: later(-1), after: null, at: world.clock.now() }
    const informed: DisabledNotice[] = []
    const inform = (isAccepted: boolean) => async (disabledNotice: DisabledNotice) => {
      expect(await destinations.informOfDisabled(range, async () => true)).toBeNull()
      informed.push(disabledNotice)
      return isAccepted
    }
    const refused = await destinations.informOfDisabled(range, inform(false))
    expect(await destinations.informOfDisabled({ ...range, after: refused }, inform(true))).toBeNull()
    expect(await destinations.informOfDisabled({ ...range, since: later(1) }, inform(true))).toBeNull()
    const notice = await destinations.informOfDisabled(range, inform(true))
    expect(informed).toEqual([refused, notice])
    expect(notice).toMatchObject({
      id: own.id,
      url: own.url,
      disabledAt: disabled.disabledAt,
      failingSince: later(-dayMs),
    })
    await run((tx) => tx.destinations.save({ ...own, ...disabled, batchesEvents: true }))
    expect(await destinations.informOfDisabled(range, inform(true))).toBeNull()
    expect(await destinations.take(next(), 30, [], world.clock.now())).toBeNull()
  })
})
