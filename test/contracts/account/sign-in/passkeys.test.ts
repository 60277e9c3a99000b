import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Passkey } from '../../../../src/domain/account/second-factor/passkey.ts'
import { AccountStore } from '../../../../src/ports/account/accounts.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { addUser } from '../../../support/data/sign-in/add-user.ts'
import { createWorld, type World } from '../../../support/world.ts'

describe('passkeys', () => {
  let world: World
  let userId: string
  let accountId: string
  const run: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const accounts = () => world.container.get(AccountStore)
  const passkey = (credentialId: string): Passkey => ({
    id: world.container.get(Ids).next(),
    accountId,
    credentialId,
    publicKey: 'a key',
    counter: 4_294_967_295,
    transports: ['internal', 'usb'],
    rpId: 'spindle.example.com',
    name: 'Laptop',
    createdAt: world.clock.now(),
    lastUsedAt: null,
  })

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    ;({ id: userId, accountId } = await addUser(world))
  })

  it('are returned as they were stored, oldest first, and found by their credential id', async () => {
    const first = passkey('first')
    world.clock.advance(1)
    const second = passkey('second')
    for (const one of [second, first]) await run((tx) => tx.accounts.addPasskey(one))
    expect(await run((tx) => tx.accounts.passkeysOf(accountId))).toEqual([first, second])
    expect(await accounts().passkeysOf(accountId)).toEqual([first, second])
    expect(await run((tx) => tx.accounts.findPasskey('second'))).toEqual(second)
    expect([await accounts().findPasskey('first'), await accounts().findPasskey('unknown')]).toEqual([
      first,
      null,
    ])
    const used = { ...first, counter: 7, name: 'Old laptop', lastUsedAt: world.clock.now() }
    await run((tx) => tx.accounts.savePasskey(used))
    expect(await run((tx) => tx.accounts.findPasskey('first'))).toEqual(used)
    await run((tx) => tx.accounts.removePasskey(first.id))
    expect(await run((tx) => tx.accounts.passkeysOf(accountId))).toEqual([second])
    await run((tx) => tx.accounts.removePasskeys(accountId))
    expect(await accounts().passkeysOf(accountId)).toEqual([])
  })

  it('are unique by their credential id', async () => {
    await run((tx) => tx.accounts.addPasskey(passkey('twice')))
    await expect(run((tx) => tx.accounts.addPasskey(passkey('twice')))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('are removed with their account', async () => {
    await run((tx) => tx.accounts.addPasskey(passkey('of a removed account')))
    await run((tx) => tx.accounts.removeUser({ id: userId, accountId }))
    expect(await accounts().findPasskey('of a removed account')).toBeNull()
  })
})
