import { type Actor, asUser } from '../../domain/account/audit/actor.ts'
import { refusedLink } from '../../domain/account/audit/refused-link.ts'
import type { FirstSettings } from '../../domain/account/organization.ts'
import { assertStandsForAccount, type SignedIn } from '../../domain/account/sessions/session.ts'
import { assertMayCreate } from '../../domain/account/sign-up-mode.ts'
import type { User } from '../../domain/account/user.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Throttle } from '../../ports/account/throttle.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import type { ConfirmationLinks } from './confirmation/confirmation-links.ts'
import { joinOrCreateOrganization } from './join-or-create-organization.ts'
import { limitNewOrganization } from './limit-new-organization.ts'
import type { SignUpRules } from './sign-up.ts'

export interface CreateOrganizationCommand {
  readonly signedIn: SignedIn
  readonly name: string
  readonly settings?: FirstSettings
  /** The digest of the operator's invitation; null if the input cannot be a token, absent if there is none. */
  readonly invitation?: string | null
  readonly by: Actor
}

/** Creates a further organization of a signed-in person, who owns it. The rules of a sign-up apply. */
export class CreateOrganization {
  readonly #unitOfWork: UnitOfWork
  readonly #throttle: Throttle
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #confirmationLinks: ConfirmationLinks
  readonly #options: SignUpRules

  constructor(
    unitOfWork: UnitOfWork,
    throttle: Throttle,
    clock: Clock,
    ids: Ids,
    confirmationLinks: ConfirmationLinks,
    options: SignUpRules,
  ) {
    this.#unitOfWork = unitOfWork
    this.#throttle = throttle
    this.#clock = clock
    this.#ids = ids
    this.#confirmationLinks = confirmationLinks
    this.#options = options
  }

  /** Returns the user whom the person gets in the organization. */
  async execute({ signedIn, name, settings = {}, invitation, by }: CreateOrganizationCommand): Promise<User> {
    const { session, user: person } = signedIn
    const { planId, mode } = this.#options
    assertStandsForAccount(session)
    assertMayCreate(mode, invitation !== undefined)
    if (invitation === undefined && !this.#options.isOpenToFurther) throw needsInvitation()
    await this.#throttle.attemptOn('signUp', { account: person.email, address: by.ipAddress })
    const at = this.#clock.now()
    const { user, postMail } = await this.#unitOfWork.run(async (tx) => {
      const account = await tx.accounts.lock(person.accountId)
      // Ends the request if the account was deleted or has another address, as while it moves to another cell.
      if (account?.email !== person.email) throw new DomainError('UNAUTHENTICATED')
      if (invitation !== undefined) await useUp(tx, invitation, person, at)
      const newId = () => this.#ids.next()
      const place = await joinOrCreateOrganization(tx, null, { name, settings, planId, newId, at })
      const { accountId, email, name: called } = person
      const owner = { ...place.of, id: newId(), accountId, email, name: called, createdAt: at }
      await tx.accounts.addUser(owner)
      await tx.audit.add({ ...place.auditOf(owner), by: asUser(by, owner) })
      const isConfirmed = account.addressConfirmedAt !== null
      const mustConfirm = invitation === undefined && this.#options.confirms
      const confirmedAt = isConfirmed ? at : null
      if (mustConfirm) await limitNewOrganization(tx, { owner, confirmedAt, limited: null, newId, at })
      const mails = mustConfirm && !isConfirmed
      return { user: owner, postMail: mails ? await this.#confirmationLinks.add(tx, owner) : () => {} }
    })
    postMail()
    return user
  }
}

function needsInvitation(): DomainError {
  const message =
    'A further organization would send by the mail server of this service, so it requires an invitation; ask the operator of this service for one'
  return new DomainError('FORBIDDEN', { message })
}

async function useUp(tx: Transaction, digest: string | null, { email }: User, at: Date): Promise<void> {
  const link = digest === null ? null : await tx.accountLinks.take(digest, 'invitation', at)
  if (link?.email === email && link.organizationId === null) return
  throw refusedLink({
    purpose: 'invitation',
    message: `The invitation was already used, is older than 7 days, or is for another address than ${email}; ask for a new one`,
    pointer: '/invitation',
    after: { email },
  })
}
