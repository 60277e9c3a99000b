import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import { DomainError } from '../../../domain/errors.ts'
import {
  type DestinationSecrets,
  previousSecretUntil,
} from '../../../domain/event/destination/destination.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedDestination, subjectOf } from './destination-changes.ts'

export interface RotateDestinationSecretCommand {
  readonly reach: Reach
  readonly destinationId: string
  /** Whether the present secret, and the secret of a rotation within the last day, stop signing at once. */
  readonly endsPrevious: boolean
  readonly by: Actor
  /** The real time, also in test mode, because requests are signed in real time. */
  readonly now: Date
}

/**
 * Signs the requests to a destination with a new secret, and for one day with the old one as well. A second such
 * rotation within the day is refused, because a destination has one previous secret: a repeat of a request whose
 * answer was lost would end the secret that the receiver still uses.
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
      if (!endsPrevious) assertNoOverlap(destination, now)
      const { id, organizationId, revision } = destination
      const previousCiphertext = endsPrevious ? null : destination.ciphertext
      await tx.destinations.saveSecrets(id, { ciphertext, previousCiphertext, rotatedAt: now })
      await tx.destinations.save({ ...destination, revision: revision + 1 })
      const subject = subjectOf(destination)
      await tx.audit.add({ action: 'destination.secretRotated', organizationId, by, subject })
    })
    return secret
  }
}

/** Throws CONFLICT if the secret before the last rotation still signs. */
function assertNoOverlap(secrets: DestinationSecrets, now: Date): void {
  const until = previousSecretUntil(secrets)
  if (until === null || until <= now) return
  throw new DomainError('CONFLICT', {
    message: `The previous secret signs requests until ${until.toISOString()}, because the secret was rotated before; nothing was changed. Rotate the secret after that time. To end both secrets at once, send endsPrevious: true`,
  })
}
