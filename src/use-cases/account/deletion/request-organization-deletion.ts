import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Organization } from '../../../domain/account/organization.ts'
import {
  deletionTime,
  isTypedName,
  type OrganizationDeletion,
} from '../../../domain/account/organization-deletion.ts'
import type { SecondFactorProof } from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Accounts } from '../../../ports/account/accounts.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { OwnPassword } from '../own-password.ts'
import type { CheckSecondFactor } from '../second-factor/check-second-factor.ts'
import { lockedActor } from '../team/locked-member.ts'
import { deletionMails } from './deletion-mail.ts'
import { pauseJobs } from './jobs-of-deletion.ts'

export interface RequestOrganizationDeletionCommand {
  readonly signedIn: SignedIn
  /** The name of the organization, typed to confirm that it is to be deleted. */
  readonly name: string
  readonly password: string
  /** The proof of the second factor; null is enough while two-factor sign-in is off. */
  readonly proof: SecondFactorProof | null
  readonly by: Actor
}

/**
 * Closes an organization, which is deleted seven days later unless an owner undoes that. It takes an owner,
 * the password and, if it is turned on, the second factor.
 */
export class RequestOrganizationDeletion {
  readonly #accounts: Accounts
  readonly #unitOfWork: UnitOfWork
  readonly #ownPassword: OwnPassword
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #mailer: Mailer
  readonly #clock: Clock

  constructor(
    accounts: Accounts,
    unitOfWork: UnitOfWork,
    ownPassword: OwnPassword,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    mailer: Mailer,
    clock: Clock,
  ) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#ownPassword = ownPassword
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#mailer = mailer
    this.#clock = clock
  }

  async execute(command: RequestOrganizationDeletionCommand): Promise<void> {
    const { signedIn, password, by } = command
    const { user } = signedIn
    const attempter = { account: user.accountId, isSignedIn: true, address: by.address }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const lockOwn = await this.#ownPassword.check(user, password)
    const { organization, deletion } = await this.#unitOfWork.run(async (tx) => {
      const closing = await this.#close(tx, command)
      await lockOwn(tx)
      return closing
    })
    await this.#throttle.forgiveOn('secondFactor', attempter)
    const members = await this.#accounts.members(organization.id)
    for (const mail of deletionMails(members, organization, { deletion, by: user })) this.#mailer.post(mail)
    await pauseJobs(this.#unitOfWork, deletion)
    // Comes last, because the commit of the request does not pause jobs whose slices were being leased at that time.
    await this.#unitOfWork.run((tx) => tx.jobs.waitForMarksOf(organization.id, null))
  }

  async #close(
    tx: Transaction,
    { signedIn, name, proof, by }: RequestOrganizationDeletionCommand,
  ): Promise<{ readonly organization: Organization; readonly deletion: OrganizationDeletion }> {
    const actor = await lockedActor(tx, signedIn)
    if (actor.role !== 'owner')
      throw new DomainError('FORBIDDEN', { message: 'Only an owner can delete the organization' })
    const organization = await tx.organizations.lock(actor.organizationId)
    if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
    if (!isTypedName(name, organization.name)) throw otherName()
    await tx.accounts.lock(actor.accountId)
    await this.#checkSecondFactor.provedIfOn(tx, actor, proof)
    const requestedAt = this.#clock.now()
    const deletesAt = deletionTime(requestedAt)
    const deletion = {
      organizationId: organization.id,
      state: 'grace',
      requestedAt,
      deletesAt,
      requestedBy: actor.id,
    } as const
    if (!(await tx.organizations.requestDeletion(deletion)))
      throw new DomainError('CONFLICT', {
        message: 'The organization is to be deleted already, or is being moved to another deployment',
      })
    await tx.audit.add({
      action: 'organization.deletionRequested',
      organizationId: organization.id,
      by,
      subject: { kind: 'organization', id: organization.id, name: organization.name },
      after: { until: deletesAt.toISOString() },
    })
    return { organization, deletion }
  }
}

function otherName(): DomainError {
  const message = 'This is not the name of your organization'
  const errors = [{ pointer: '/name', code: 'OTHER_NAME', message }]
  return new DomainError('VALIDATION_FAILED', { message, errors })
}
