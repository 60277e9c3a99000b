import type { Account } from '../../../src/domain/account/account.ts'
import { AccountStore } from '../../../src/ports/account/accounts.ts'
import { demoEmail } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import type { World } from '../world.ts'

/** Returns the account of the demo's owner in the world of a test. */
export async function demoAccount(world: World): Promise<Account> {
  const known = await world.container.get(AccountStore).findByEmail(demoEmail)
  if (known === null) throw new Error('The world has no demo')
  return known.account
}
