import type { User } from '../../../../src/domain/account/user.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import type { World } from '../../world.ts'

/** Adds a user with an account of their own to an organization of a test; by default to the demo organization. */
export async function addUser(
  { container, clock, demo }: World,
  organizationId = demo.organizationId,
): Promise<User> {
  const ids = container.get(Ids)
  const [id, accountId, createdAt] = [ids.next(), ids.next(), clock.now()]
  const email = `${id}@example.com`
  const user: User = { id, organizationId, accountId, email, name: 'Ada Lovelace', role: 'owner', createdAt }
  await container.get(UnitOfWork).run(async (tx) => {
    await tx.accounts.add({ id: accountId, email, passwordHash: 'hash', addressConfirmedAt: null, createdAt })
    await tx.users.add(user)
  })
  return user
}
