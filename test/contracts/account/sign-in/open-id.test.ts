import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openIdStateEnd } from '../../../../src/domain/account/open-id/open-id-state.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { demoAccount } from '../../../support/demo/demo-account.ts'
import { createWorld, type World } from '../../../support/world.ts'

describe('tx.accounts: identities', () => {
  let world: World

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const run: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const added = async (digest: string, invitation: string | null = null, createOrganization = false) => {
    const createdAt = world.clock.now()
    const expiresAt = openIdStateEnd(createdAt)
    const state = {
      digest,
      encryptedVerifier: 'encrypted',
      invitation,
      createOrganization,
      timeZone: createOrganization ? 'Europe/Vienna' : null,
      language: createOrganization ? ('de' as const) : null,
      providerId: null,
      createdAt,
      expiresAt,
    }
    await run((tx) => tx.accounts.addSignInState(state))
    return state
  }
  const take = (digest: string, at = world.clock.now()) =>
    run((tx) => tx.accounts.takeSignInState(digest, at))

  it('returns whether a sign-in requests an own organization', async () => {
    const state = await added('own', null, true)
    expect(await take('own')).toEqual(state)
  })

  it('returns a state as it was added, once, even if eight request it at once', async () => {
    const state = await added('once', 'the digest of an invitation')
    const taken = await Promise.all(Array.from({ length: 8 }, () => take('once')))
    expect(taken.filter((openIdState) => openIdState !== null)).toEqual([state])
  })

  it('returns null for a state that is too old, and for an unknown one', async () => {
    const { expiresAt } = await added('old')
    expect([await take('old', expiresAt), await take('none')]).toEqual([null, null])
  })

  it('links an identity to one account until the account is removed', async () => {
    const { userId } = world.demo
    const { id } = await demoAccount(world)
    const identity = { issuer: 'https://sso.example.com', subject: 'ada' }
    const at = world.clock.now()
    expect(await run((tx) => tx.accounts.linkedTo(identity))).toBeNull()
    await run((tx) => tx.accounts.linkIdentity(identity, id, at))
    expect(await run((tx) => tx.accounts.linkedTo(identity))).toBe(id)
    await expect(run((tx) => tx.accounts.linkIdentity(identity, id, at))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await run((tx) => tx.accounts.removeUser({ id: userId, accountId: id }))
    expect(await run((tx) => tx.accounts.linkedTo(identity))).toBeNull()
  })
})
