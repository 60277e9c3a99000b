import type { KeyHolder } from '../../domain/account/api-keys/api-key.ts'
import type { Caller, RequestRates } from '../../domain/account/api-keys/caller.ts'

/**
 * Looks up credentials by digest, for requests without a database statement that could include the look-up.
 */
export abstract class CredentialQueries {
  abstract keyHolder(digest: string): Promise<(KeyHolder & { readonly rates: RequestRates }) | null>
  abstract tokenHolder(digest: string, now: Date): Promise<Caller | null>
}
