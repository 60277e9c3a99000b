import { DomainError } from '../../domain/errors.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface RotateIngestTokenCommand {
  readonly organizationId: string
  readonly dataTableId: string
}

/** A new webhook URL for a data table; the old one stops working with the commit. */
export class RotateIngestToken {
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets

  constructor(unitOfWork: UnitOfWork, secrets: Secrets) {
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
  }

  async execute({ organizationId, dataTableId }: RotateIngestTokenCommand): Promise<string> {
    const token = this.#secrets.ingestToken()
    await this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      await tx.dataTables.save({
        ...table,
        ingestTokenDigest: token.digest,
        ingestTokenCiphertext: token.ciphertext,
      })
    })
    return token.secret
  }
}
