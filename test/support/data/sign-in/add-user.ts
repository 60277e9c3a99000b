import type { User } from '../../../../src/domain/account/user.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import type { World } from '../../world.ts'

/** Adds a user with an account of their own to an organization of a test; by default to the demo organization. */
export async function addUser(
  { container, clock, demo }: World,
  organizationId = demo.organizationId,
  changes: Partial<User> = {},
): Promise<User> {
  const ids = container.get(Ids)
  const id = ids.next()
  const user: User = {
    id,
    organizationId,
    accountId: ids.next(),
    email: `${id}@example.com`,
    name: 'Ada Lovelace',
    role: 'owner',
    createdAt: clock.now(),
    ...changes,
  }
  const { accountId, email, createdAt } = user
  await container.get(UnitOfWork).run(async (tx) => {
    await tx.accounts.add({ id: accountId, email, passwordHash: 'hash', addressConfirmedAt: null, createdAt })
    await tx.accounts.addUser(user)
  })
  return user
}
