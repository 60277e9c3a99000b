import { admitManager, type NamedKeyHolder } from '../../../domain/account/api-keys/api-key.ts'
import type { RequestRates } from '../../../domain/account/api-keys/caller-access.ts'
import type { ManagementScope } from '../../../domain/account/api-keys/scope.ts'
import type { ApiKeys } from '../../../ports/account/api-keys.ts'
import type { Clock } from '../../../ports/clock.ts'

export type AdmittedManager = NamedKeyHolder & { readonly rates: RequestRates }

/**
 * Returns the API key that calls a management route; throws if the key is not valid or lacks the scope. The
 * key is read for every request, so its end takes effect at once.
 */
export class AdmitManager {
  readonly #apiKeys: ApiKeys
  readonly #clock: Clock

  constructor(apiKeys: ApiKeys, clock: Clock) {
    this.#apiKeys = apiKeys
    this.#clock = clock
  }

  /** Admits a key by its digest. `scope` is null if every usable key may call the route. */
  async execute(digest: string, scope: ManagementScope | null): Promise<AdmittedManager> {
    return admitManager(await this.#apiKeys.keyHolder(digest), scope, this.#clock.now())
  }
}
