import { admit } from '../../domain/account/api-key.ts'
import type { Credential } from '../../domain/account/credential.ts'
import type { Scope } from '../../domain/account/scope.ts'
import { DomainError } from '../../domain/errors.ts'
import type { CredentialQueries } from '../../ports/account/credential-queries.ts'
import type { Clock } from '../../ports/clock.ts'

/**
 * Refuses a bad credential. Use cases that write check it in the statement that writes; this is for a
 * request that fails before it gets there, which must hear of its credential first.
 */
export class AdmitCaller {
  readonly #credentials: CredentialQueries
  readonly #clock: Clock

  constructor(credentials: CredentialQueries, clock: Clock) {
    this.#credentials = credentials
    this.#clock = clock
  }

  async execute({ kind, digest }: Credential, scope: Scope): Promise<void> {
    if (kind === 'apiKey') {
      admit(await this.#credentials.keyHolder(digest), scope, this.#clock.now())
    } else if (!(await this.#credentials.ingestTokenExists(digest))) {
      throw new DomainError('INVALID_INGEST_TOKEN')
    }
  }
}
