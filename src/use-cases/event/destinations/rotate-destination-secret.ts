import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import { rotatedSecrets, type SecretRotation } from '../../../domain/signing-secrets.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedDestination, subjectOf } from './destination-changes.ts'

export interface RotateDestinationSecretCommand extends Pick<SecretRotation, 'endsPrevious'> {
  readonly reach: Reach
  readonly destinationId: string
  readonly by: Actor
  /** The real time, also in test mode, because requests are signed in real time. */
  readonly now: Date
}

/**
 * Signs the requests to a destination with a new secret, and for one day with the old one as well. A second such
 * rotation within the day is refused.
 */
export class RotateDestinationSecret {
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets

  constructor(unitOfWork: UnitOfWork, secrets: Secrets) {
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
  }

  /** Returns the new secret, which is not shown again. */
  async execute({
    reach,
    destinationId,
    endsPrevious,
    by,
    now,
  }: RotateDestinationSecretCommand): Promise<string> {
    const { secret, ciphertext } = this.#secrets.webhookSecret(destinationId)
    await this.#unitOfWork.run(async (tx) => {
      const destination = await lockedDestination(tx, reach, destinationId)
      const { id, organizationId, revision } = destination
      const secrets = rotatedSecrets(destination, { ciphertext, endsPrevious, now })
      await tx.destinations.saveSecrets(id, secrets)
      await tx.destinations.save({ ...destination, revision: revision + 1 })
      const subject = subjectOf(destination)
      await tx.audit.add({ action: 'destination.secretRotated', organizationId, by, subject })
    })
    return secret
  }
}
