import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import type { DataTable } from '../../domain/table/data-table.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockOpen } from '../account/lock-open.ts'

export interface RotateIngestTokenCommand {
  readonly organizationId: string
  readonly dataTableId: string
  /**
   * The time in seconds for which the present token of the webhook URL stays valid. If 0, this token and the token of
   * a running grace period end at once.
   */
  readonly graceSeconds: number
  readonly by: Actor
  /** The id of the session that sent the request; null or absent if no session did. */
  readonly sessionId?: string | null
}

/**
 * Creates a new webhook URL for a data table. The old URL stops working with the commit, or at the end of its
 * grace period. A second grace period is refused while one runs, because a table has one previous URL: a repeat of a
 * request whose answer was lost would end the URL that all sources still use.
 */
export class RotateIngestToken {
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, secrets: Secrets, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
    this.#clock = clock
  }

  async execute(command: RotateIngestTokenCommand): Promise<string> {
    const { organizationId, dataTableId, graceSeconds, by, sessionId = null } = command
    return await this.#unitOfWork.run(async (tx) => {
      const at = this.#clock.now()
      await lockOpen(tx, { organizationId, by, sessionId, at })
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      if (graceSeconds > 0) assertNoGracePeriod(table, at)
      const token = this.#secrets.ingestToken(table.id)
      const until = graceSeconds === 0 ? null : new Date(at.getTime() + graceSeconds * 1000)
      await tx.dataTables.save({
        ...table,
        ingestTokenDigest: token.digest,
        ingestTokenCiphertext: token.ciphertext,
        previousTokenDigest: until && table.ingestTokenDigest,
        previousTokenUntil: until,
      })
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      const after = until === null ? {} : { after: { until: until.toISOString() } }
      await tx.audit.add({ action: 'ingestToken.rotated', organizationId, by, subject, ...after })
      return token.secret
    })
  }
}

/** Throws CONFLICT if a previous webhook URL of the table still works. */
function assertNoGracePeriod({ previousTokenUntil: until }: DataTable, at: Date): void {
  if (until === null || until <= at) return
  throw new DomainError('CONFLICT', {
    message: `The previous webhook URL works until ${until.toISOString()}, because the URL was rotated before; nothing was changed. Rotate the URL after that time, or without a grace period (graceSeconds 0), which ends the present and the previous URL at once`,
  })
}
