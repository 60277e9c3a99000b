import type { KeyHolder } from '../../domain/account/api-keys/api-key.ts'
import type { Caller, RequestRates } from '../../domain/account/api-keys/caller.ts'

/** Looks credentials up by digest, for requests that do no work in which the look-up could ride along. */
export abstract class CredentialQueries {
  abstract keyHolder(digest: string): Promise<(KeyHolder & { readonly rates: RequestRates }) | null>
  abstract tokenHolder(digest: string, now: Date): Promise<Caller | null>
}
