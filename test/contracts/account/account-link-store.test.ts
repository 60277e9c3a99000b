import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { newAccountLink } from '../../../src/domain/account/account-link.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { contract } from '../../support/contracts/contract.ts'
import { createWorld, type World } from '../../support/world.ts'

contract(['accountLinks'], (name) => {
  let world: World
  let unitOfWork: UnitOfWork

  beforeAll(async () => {
    world = await createWorld(name)
    unitOfWork = world.container.get(UnitOfWork)
  })
  afterAll(() => world.close())

  const added = async (digest: string) => {
    const userId = world.demo.userId ?? ''
    const link = newAccountLink({ digest, purpose: 'demo', userId }, world.clock.now())
    await unitOfWork.run((tx) => tx.accountLinks.add(link))
    return link
  }
  const take = (digest: string, at = world.clock.now()) =>
    unitOfWork.run((tx) => tx.accountLinks.take(digest, 'demo', at))

  it('returns a link as it was added, once', async () => {
    const link = await added('once')
    expect(await take('once')).toEqual(link)
    expect(await take('once')).toBeNull()
  })

  it('finds an invitation by its address and organization, without using it', async () => {
    const { organizationId } = world.demo
    const named = {
      digest: 'invited',
      purpose: 'invitation',
      email: 'ada@example.com',
      organizationId,
    } as const
    const link = newAccountLink(named, world.clock.now())
    await unitOfWork.run((tx) => tx.accountLinks.add(link))
    expect(await take('invited')).toBeNull()
    const isInvited = (email: string, at = world.clock.now()) =>
      unitOfWork.run((tx) => tx.accountLinks.isInvited(email, at))
    expect([await isInvited('ada@example.com'), await isInvited('bea@example.com')]).toEqual([true, false])
    expect(await isInvited('ada@example.com', link.expiresAt)).toBe(false)
    const taken = await unitOfWork.run((tx) =>
      tx.accountLinks.take('invited', 'invitation', world.clock.now()),
    )
    expect(taken).toEqual(link)
    expect(await isInvited('ada@example.com')).toBe(false)
  })

  it('gives a link to one of eight that request it at once', async () => {
    await added('raced')
    const taken = await Promise.all(Array.from({ length: 8 }, () => take('raced')))
    expect(taken.filter((link) => link !== null)).toHaveLength(1)
  })

  it('returns null for a link that is too old, and for an unknown one', async () => {
    const { expiresAt } = await added('old')
    expect(await take('old', expiresAt)).toBeNull()
    expect(await take('none')).toBeNull()
  })

  it('keeps a link if the transaction that used it is rolled back', async () => {
    await added('kept')
    const run = unitOfWork.run(async (tx) => {
      await tx.accountLinks.take('kept', 'demo', world.clock.now())
      throw new Error('afterwards')
    })
    await expect(run).rejects.toThrow('afterwards')
    expect(await take('kept')).not.toBeNull()
  })
})
