import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Passkey } from '../../../domain/account/second-factor/passkey.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'

export interface RenamePasskeyCommand {
  readonly signedIn: SignedIn
  readonly passkeyId: string
  readonly name: string
  readonly by: Actor
}

/** Gives a user's passkey another name. */
export class RenamePasskey {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  execute({ signedIn: { user }, passkeyId, name, by }: RenamePasskeyCommand): Promise<Passkey> {
    return this.#unitOfWork.run(async (tx) => {
      await tx.accounts.lock(user.accountId)
      const passkey = await ownPasskey(tx, user.accountId, passkeyId)
      const renamed = { ...passkey, name }
      if (name === passkey.name) return passkey
      await tx.passkeys.save(renamed)
      const names = { before: { name: passkey.name }, after: { name } }
      await noteOfAccount(tx, user.accountId, by, { action: 'passkey.renamed', ...names })
      return renamed
    })
  }
}

/** Returns a passkey of an account. Throws NOT_FOUND if it has none with the id. The account must be locked. */
export async function ownPasskey(tx: Transaction, accountId: string, id: string): Promise<Passkey> {
  const passkeys = await tx.passkeys.of(accountId)
  const passkey = passkeys.find((one) => one.id === id.toLowerCase())
  if (passkey === undefined) throw new DomainError('NOT_FOUND', { message: 'Passkey not found' })
  return passkey
}
