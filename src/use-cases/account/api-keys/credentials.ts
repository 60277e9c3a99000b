import {
  admitKeyHolder,
  admitManager,
  type NamedKeyHolder,
} from '../../../domain/account/api-keys/api-key.ts'
import type { CallerAccess, RequestRates } from '../../../domain/account/api-keys/caller-access.ts'
import type { Credential } from '../../../domain/account/api-keys/credential.ts'
import type { ManagementScope, Scope } from '../../../domain/account/api-keys/scope.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { ApiKeyQueries } from '../../../ports/account/api-keys.ts'
import type { Clock } from '../../../ports/clock.ts'

export type AdmittedManager = NamedKeyHolder & { readonly rates: RequestRates }

/** Finds the owners of API keys and ingest tokens, and refuses credentials that are not valid. */
export class Credentials {
  readonly #credentials: ApiKeyQueries
  readonly #clock: Clock

  constructor(credentials: ApiKeyQueries, clock: Clock) {
    this.#credentials = credentials
    this.#clock = clock
  }

  /**
   * Returns the caller to whom a valid credential belongs; throws if the credential is invalid. For requests
   * that fail before their first write, because an invalid credential must be reported before other errors. A
   * use case that writes checks the credential in its write.
   */
  async admitCaller({ kind, digest }: Credential, scope: Scope): Promise<CallerAccess> {
    if (kind === 'apiKey') {
      const holder = await this.#credentials.keyHolder(digest)
      return admitKeyHolder(holder, scope, this.#clock.now())
    }
    const holder = await this.#credentials.tokenHolder(digest, this.#clock.now())
    if (holder === null) throw new DomainError('INVALID_INGEST_TOKEN')
    return holder
  }

  /** Admits a key by its digest. `scope` is null if every usable key may call the route. */
  async admitManager(digest: string, scope: ManagementScope | null): Promise<AdmittedManager> {
    return admitManager(await this.#credentials.keyHolder(digest), scope, this.#clock.now())
  }
}
