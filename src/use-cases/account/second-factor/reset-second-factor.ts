import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { emailOf } from '../../../domain/email-address.ts'
import { DomainError } from '../../../domain/errors.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { AccountStore } from '../../../ports/account/accounts.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import { stopRequiring } from '../organization-sign-in/stop-requiring.ts'
import {
  assertNotLastWayIn,
  endRefusedSessions,
  isLastWayIn,
  lockedOwners,
} from '../sessions/own-provider.ts'
import { assertMayManage, lockedMember } from '../team/locked-member.ts'
import { secondFactorMail } from './second-factor-mail.ts'

export interface ResetSecondFactorCommand {
  readonly signedIn: SignedIn
  readonly userId: string
  readonly by: Actor
}

/**
 * Turns off the second factor of a person who has lost the authenticator app or the passkeys, and the recovery codes,
 * and removes the passkeys. An admin or owner does so for a member, and the operator for every user. Ends sessions that
 * an organization accepts from owners with two-factor sign-in only.
 */
export class ResetSecondFactor {
  readonly #accounts: AccountStore
  readonly #unitOfWork: UnitOfWork
  readonly #mailer: Mailer
  readonly #clock: Clock

  constructor(accounts: AccountStore, unitOfWork: UnitOfWork, mailer: Mailer, clock: Clock) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#mailer = mailer
    this.#clock = clock
  }

  async execute({ signedIn, userId, by }: ResetSecondFactorCommand): Promise<void> {
    const mail = await this.#unitOfWork.run(async (tx) => {
      const { member, actor } = await lockedMember(tx, signedIn, userId)
      // Otherwise a stolen session of an admin could turn off the admin's own second factor without a code.
      if (member.id === actor.id)
        throw new DomainError('CONFLICT', {
          message: 'Turn off your own two-factor sign-in in your account, or ask another owner or admin',
        })
      assertMayManage(actor, member.role)
      // Locks the account before its users are counted, because an accepted invitation adds one under this lock.
      await tx.accounts.lock(member.accountId)
      if ((await tx.accounts.usersOf(member.accountId)).length > 1)
        throw new DomainError('CONFLICT', {
          message:
            'This person also belongs to another organization, which the second factor protects too. Only the operator of the service can reset it',
        })
      await assertNotLastWayIn(tx, member)
      await this.#remove(tx, member, by)
      await endRefusedSessions(tx, member.organizationId, this.#clock.now())
      return secondFactorMail(tx, member, { kind: 'reset', by: signedIn.user })
    })
    this.#mailer.post(mail)
  }

  /**
   * Resets the second factor of the user with an address, for the operator of the service. Organizations that only this
   * person could still sign in to if their own provider failed stop requiring the provider; otherwise the person could
   * not sign in without the second factor. Returns the names of these organizations.
   */
  async ofAddress(typed: string, by: Actor): Promise<readonly string[]> {
    const email = emailOf(typed)
    const holder = await this.#accounts.findByEmail(email)
    const reset = await this.#unitOfWork.run(async (tx) => {
      const owners = holder === null ? [] : await lockedOwners(tx, holder.account.id)
      const user = holder === null ? null : await tx.accounts.lockUser(holder.users[0].id)
      if (user === null)
        throw new DomainError('NOT_FOUND', {
          message: sentence('No user has the address {email}', { email }),
        })
      const freed: string[] = []
      for (const owner of owners)
        if (await isLastWayIn(tx, owner)) freed.push(await stopRequiring(tx, owner.organizationId, by))
      await this.#remove(tx, user, by)
      for (const { organizationId } of owners) await endRefusedSessions(tx, organizationId, this.#clock.now())
      return { mail: await secondFactorMail(tx, user, { kind: 'resetByOperator' }), freed }
    })
    this.#mailer.post(reset.mail)
    return reset.freed
  }

  async #remove(tx: Transaction, user: User, by: Actor): Promise<void> {
    await tx.accounts.lock(user.accountId)
    // An unfinished set-up is removed without a refusal too.
    if ((await tx.accounts.secondFactorOf(user.accountId)) === null)
      throw new DomainError('CONFLICT', { message: 'This person has not turned on two-factor sign-in' })
    await tx.accounts.removeSecondFactor(user.accountId)
    await tx.accounts.removePasskeys(user.accountId)
    await noteOfAccount(tx, user.accountId, by, { action: 'secondFactor.reset' })
  }
}
