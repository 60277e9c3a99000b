import { admitKeyHolder } from '../../domain/account/api-keys/api-key.ts'
import type { CallerAccess } from '../../domain/account/api-keys/caller-access.ts'
import type { Credential } from '../../domain/account/api-keys/credential.ts'
import type { Scope } from '../../domain/account/api-keys/scope.ts'
import { DomainError } from '../../domain/errors.ts'
import type { ApiKeys } from '../../ports/account/api-keys.ts'
import type { Clock } from '../../ports/clock.ts'

/**
 * Returns the caller to whom a valid credential belongs; throws if the credential is invalid. For requests
 * that fail before their first write, because an invalid credential must be reported before other errors. A
 * use case that writes checks the credential in its write.
 */
export class AdmitCaller {
  readonly #credentials: ApiKeys
  readonly #clock: Clock

  constructor(credentials: ApiKeys, clock: Clock) {
    this.#credentials = credentials
    this.#clock = clock
  }

  async execute({ kind, digest }: Credential, scope: Scope): Promise<CallerAccess> {
    if (kind === 'apiKey') {
      const holder = await this.#credentials.keyHolder(digest)
      return admitKeyHolder(holder, scope, this.#clock.now())
    }
    const holder = await this.#credentials.tokenHolder(digest, this.#clock.now())
    if (holder === null) throw new DomainError('INVALID_INGEST_TOKEN')
    return holder
  }
}
