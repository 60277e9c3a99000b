import {
  deletionTime,
  isTypedName,
  type OrganizationDeletion,
} from '../../../domain/account/deletion/organization-deletion.ts'
import type { Organization } from '../../../domain/account/organization.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { OwnPassword, PasswordCommand } from '../own-password.ts'
import type { CheckSecondFactor } from '../second-factor/check-second-factor.ts'
import type { ProvedCommand } from '../second-factor/second-factors.ts'
import { lockedActor } from '../team/locked-member.ts'
import { deletionMails } from './deletion-mail.ts'
import { pauseJobs, resumeJobs } from './jobs-of-deletion.ts'

interface CloseCommand extends ProvedCommand {
  /** The name of the organization, typed to confirm that it is to be deleted. */
  readonly name: string
}

/** Closes organizations that are to be deleted, and reopens them. */
export class OrganizationClosing {
  readonly #unitOfWork: UnitOfWork
  readonly #ownPassword: OwnPassword
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #mailer: Mailer
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    ownPassword: OwnPassword,
    checkSecondFactor: CheckSecondFactor,
    mailer: Mailer,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#ownPassword = ownPassword
    this.#checkSecondFactor = checkSecondFactor
    this.#mailer = mailer
    this.#clock = clock
  }

  /**
   * Closes an organization, which is deleted seven days later unless an owner undoes that. It takes an owner,
   * the password and, if it is turned on, the second factor.
   */
  async close(command: CloseCommand): Promise<void> {
    const { user } = command.signedIn
    const { organization, deletion, members } = await this.#ownPassword.proved(
      command,
      async (tx, lockOwn) => {
        const closing = await this.#close(tx, command)
        await lockOwn(tx)
        return { ...closing, members: await tx.accounts.membersOf(closing.organization.id) }
      },
    )
    for (const mail of deletionMails(members, organization, { deletion, by: user })) this.#mailer.post(mail)
    await pauseJobs(this.#unitOfWork, deletion)
    // Comes last, because the commit of the request does not pause jobs whose slices were being leased at that time.
    await this.#unitOfWork.run((tx) => tx.jobs.waitForMarksOf(organization.id, null))
  }

  /**
   * Undoes the deletion of an organization before it begins. The organization works as before, and jobs that the
   * deletion has paused continue.
   */
  async undo({ signedIn, by }: Omit<PasswordCommand, 'password'>): Promise<void> {
    const organizationId = await this.#unitOfWork.run(async (tx) => {
      const actor = await lockedActor(tx, signedIn)
      if (actor.role !== 'owner')
        throw new DomainError('FORBIDDEN', { message: 'Only an owner can undo the deletion' })
      if (!(await tx.organizations.undoDeletion(actor.organizationId)))
        throw new DomainError('CONFLICT', { message: 'The organization is not to be deleted' })
      await tx.audit.add({
        action: 'organization.deletionUndone',
        organizationId: actor.organizationId,
        by,
        subject: { kind: 'organization', id: actor.organizationId, name: null },
      })
      return actor.organizationId
    })
    await resumeJobs(this.#unitOfWork, { organizationId })
  }

  async #close(
    tx: Transaction,
    { signedIn, name, proof, by }: CloseCommand,
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
      status: 'grace',
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
  const errors = [{ pointer: '/name', code: 'NAME_MISMATCH', message }]
  return new DomainError('VALIDATION_FAILED', { message, errors })
}
