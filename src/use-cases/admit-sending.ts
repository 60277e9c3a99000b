import { DomainError } from '../domain/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../ports/unit-of-work.ts'

export class SendingOptions {
  /**
   * Whether a new organization must confirm its owner's address before it sends messages. Organizations that
   * the operator creates need no confirmation.
   */
  readonly confirms: boolean

  constructor(confirms: boolean) {
    this.confirms = confirms
  }
}

/**
 * Refuses jobs of an organization whose owner's address is not confirmed, and e-mails outside of jobs beyond its limit
 * for the mail server of the deployment. The messages of jobs are limited when they leave (docs/contribute/sending.md).
 */
export class AdmitSending {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #options: SendingOptions

  constructor(unitOfWork: UnitOfWork, clock: Clock, options: SendingOptions) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#options = options
  }

  /**
   * Whether jobs of new organizations are checked before they start. If false, the caller can skip the
   * queries that the check needs.
   */
  get isConfirmationRequired(): boolean {
    return this.#options.confirms
  }

  /** Refuses a job, or the retry of failed recipients, while the owner's address is not confirmed. */
  async toStart(organizationId: string): Promise<void> {
    if (!this.isConfirmationRequired) return
    await this.#unitOfWork.run((tx) => assertMaySend(tx, organizationId))
  }

  /**
   * Refuses a test message while the owner's address is not confirmed. Counts a test by the mail server of the
   * deployment in the organization's limit.
   */
  async toTest(organizationId: string, isByDeployment: boolean): Promise<void> {
    if (!this.isConfirmationRequired) return
    await this.#unitOfWork.run(async (tx) => {
      await assertMaySend(tx, organizationId)
      if (isByDeployment) await spendDeploymentMessage(tx, organizationId, this.#clock.now())
    })
  }
}

/** Returns whether the owner of an organization must still confirm their address. A confirmed one stays confirmed. */
export async function isUnconfirmed(tx: Transaction, organizationId: string): Promise<boolean> {
  const confirmation = await tx.organizations.lockConfirmation(organizationId)
  return confirmation !== null && confirmation.confirmedAt === null
}

async function assertMaySend(tx: Transaction, organizationId: string): Promise<void> {
  if (await isUnconfirmed(tx, organizationId))
    throw new DomainError('FORBIDDEN', {
      message:
        'The organization cannot send until its owner has confirmed their e-mail address. Open the link in the confirmation e-mail, or request another one in the console',
    })
}

/**
 * Counts an e-mail that an organization sends by the mail server of the deployment outside of jobs. Throws if the
 * organization has sent the messages of the day that the operator permits.
 */
export async function spendDeploymentMessage(
  tx: Transaction,
  organizationId: string,
  at: Date,
): Promise<void> {
  if (await tx.senders.spendDeploymentMessage(organizationId, at)) return
  throw new DomainError('FORBIDDEN', {
    message:
      'The organization has sent the e-mails that it may send today by the mail server of this service. Try again tomorrow, or ask the operator for a higher limit',
  })
}
