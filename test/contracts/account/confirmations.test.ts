import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ApiKeyStore } from '../../../src/ports/account/api-keys.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('tx.organizations, tx.apiKeys', () => {
  let world: World
  let unitOfWork: UnitOfWork
  let organizationId: string

  beforeAll(async () => {
    world = await createWorld()
    unitOfWork = world.container.get(UnitOfWork)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
  })

  const lock = () => unitOfWork.run((tx) => tx.organizations.lockConfirmation(organizationId))
  /** Adds an entry of the test's organization. */
  async function add() {
    const added = { organizationId, userId: world.demo.userId, confirmedAt: null }
    await unitOfWork.run((tx) => tx.organizations.addConfirmation(added))
    return added
  }

  it('has no entry for an organization that may send', async () => {
    expect(await lock()).toBeNull()
  })

  it('keeps an entry as it was added, and as it was saved', async () => {
    const added = await add()
    expect(await lock()).toEqual(added)
    const saved = { ...added, confirmedAt: world.clock.now() }
    await unitOfWork.run((tx) => tx.organizations.saveConfirmation(saved))
    expect(await lock()).toEqual(saved)
  })

  it('locks an entry until the end of the transaction: eight that count at once lose nothing', async () => {
    await add()
    const count = () =>
      unitOfWork.run(async (tx) => {
        const present = await tx.organizations.lockConfirmation(organizationId)
        if (present === null) return
        const confirmedAt = new Date((present.confirmedAt?.getTime() ?? 0) + 1)
        await tx.organizations.saveConfirmation({ ...present, confirmedAt })
      })
    await Promise.all(Array.from({ length: 8 }, count))
    expect((await lock())?.confirmedAt).toEqual(new Date(8))
  })

  it('belongs to an organization whose keys can all be revoked at once', async () => {
    const keys = () => world.container.get(ApiKeyStore).list(organizationId, { limit: 10, after: null })
    expect((await keys()).items.map(({ revokedAt }) => revokedAt)).toEqual([null])
    await unitOfWork.run((tx) => tx.apiKeys.revokeAll(organizationId, world.clock.now()))
    expect((await keys()).items.map(({ revokedAt }) => revokedAt)).toEqual([world.clock.now()])
  })
})
