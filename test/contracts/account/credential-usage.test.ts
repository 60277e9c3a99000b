import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { KeyRefusal } from '../../../src/domain/account/api-keys/key-refusal.ts'
import { newSession } from '../../../src/domain/account/sessions/session.ts'
import { ApiKeyStore } from '../../../src/ports/account/api-keys.ts'
import { Credentials } from '../../../src/ports/account/credentials.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the use of an API key', () => {
  let world: World
  let apiKeys: ApiKeyStore
  let credentials: Credentials
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    apiKeys = world.container.get(ApiKeyStore)
    credentials = world.container.get(Credentials)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const note = (time: string, digest = own.key.digest) =>
    credentials.noteUse(digest, new Date(`2026-11-20T${time}Z`))
  async function lastUsed({ organizationId, apiKeyId } = own): Promise<string | undefined> {
    await world.settle()
    const key = await apiKeys.find(organizationId, apiKeyId)
    return key?.lastUsedAt?.toISOString()
  }

  it('returns null before the first use', async () => {
    expect(await lastUsed()).toBeUndefined()
  })

  it('keeps the last use with a precision of one minute', async () => {
    note('12:00:59.999')
    expect(await lastUsed()).toBe('2026-11-20T12:00:00.000Z')
    note('12:01:00.000')
    note('12:01:30.000')
    expect(await lastUsed()).toBe('2026-11-20T12:01:00.000Z')
  })

  it('never goes back, whether uses are written together or one after the other', async () => {
    note('12:05:00')
    note('12:03:00')
    expect(await lastUsed()).toBe('2026-11-20T12:05:00.000Z')
    note('12:04:00')
    expect(await lastUsed()).toBe('2026-11-20T12:05:00.000Z')
  })

  it('keeps the uses of many keys separate, and ignores an unknown key', async () => {
    const other = await createTenant(world)
    note('12:01:00')
    note('12:02:00', other.key.digest)
    note('12:03:00', 'unknown')
    expect([await lastUsed(), await lastUsed(other)]).toEqual([
      '2026-11-20T12:01:00.000Z',
      '2026-11-20T12:02:00.000Z',
    ])
  })
})

describe('the use of a session', () => {
  let world: World
  let credentials: Credentials
  let id: string

  beforeAll(async () => {
    world = await createWorld()
    credentials = world.container.get(Credentials)
    id = world.container.get(Ids).next()
    const session = newSession(id, world.demo.userId ?? '', world.clock.now())
    await world.container.get(UnitOfWork).run((tx) => tx.sessions.start(session, []))
  })
  afterAll(() => world.close())

  const seenAt = async () => (await credentials.signedIn(id))?.session.lastSeenAt
  const later = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000)

  it('keeps the latest use with a precision of one minute, and ignores an unknown session', async () => {
    expect(await seenAt()).toEqual(world.clock.now())
    credentials.noteSessionUse(id, later(7))
    credentials.noteSessionUse(id, later(6))
    credentials.noteSessionUse(world.container.get(Ids).next(), later(6))
    await world.settle()
    const seen = (await seenAt())?.getTime() ?? 0
    expect(Math.abs(seen - later(7).getTime())).toBeLessThan(60_000)
  })
})

describe('the refused requests of an API key', () => {
  let world: World
  let apiKeys: ApiKeyStore
  let credentials: Credentials
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    apiKeys = world.container.get(ApiKeyStore)
    credentials = world.container.get(Credentials)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const start = new Date('2026-11-20T12:00:00.000Z').getTime()
  const refusal = (no: number): KeyRefusal => ({
    at: new Date(start + no * 1000),
    method: 'GET',
    path: '/data-tables/{dataTableId}',
    httpStatus: 403,
    code: 'MISSING_SCOPE',
    ipAddress: '203.0.113.7',
  })
  function note(from: number, to: number, digest = own.key.digest): void {
    for (let no = from; no < to; no++) credentials.noteRefusal(digest, refusal(no))
  }
  async function stored({ organizationId, apiKeyId } = own): Promise<readonly KeyRefusal[]> {
    await world.settle()
    return apiKeys.refusals(organizationId, apiKeyId)
  }

  it('are returned newest first, of the key alone', async () => {
    const other = await createTenant(world)
    note(0, 2)
    note(5, 6, other.key.digest)
    note(7, 8, 'unknown')
    expect(await stored()).toEqual([refusal(1), refusal(0)])
    expect(await stored(other)).toEqual([refusal(5)])
    expect(await apiKeys.refusals(other.organizationId, own.apiKeyId)).toEqual([])
  })

  it('are the latest 100, written at once or one after the other', async () => {
    note(0, 150)
    expect(await stored()).toEqual(Array.from({ length: 100 }, (_, index) => refusal(149 - index)))
    note(150, 180)
    expect(await stored()).toEqual(Array.from({ length: 100 }, (_, index) => refusal(179 - index)))
  })
})
