import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { ApiKeyQueries } from '../../../src/ports/account/api-keys.ts'
import { CredentialUsage } from '../../../src/ports/account/credential-usage.ts'
import { contract, part } from '../../support/contracts/contract.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

contract([part(CredentialUsage, 'noteKey')], (name) => {
  let world: World
  let usage: CredentialUsage
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld(name)
    usage = world.container.get(CredentialUsage)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    own = await createTenant(world)
  })

  const note = (time: string, digest = own.key.digest) =>
    usage.noteKey(digest, new Date(`2026-11-20T${time}Z`))
  async function lastUsed({ organizationId, apiKeyId } = own): Promise<string | undefined> {
    await world.settle()
    const key = await world.container.get(ApiKeyQueries).find(organizationId, apiKeyId)
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
