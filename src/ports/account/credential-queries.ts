import type { KeyHolder } from '../../domain/account/api-key.ts'

/** Looks credentials up by digest, for requests that do no work in which the look-up could ride along. */
export abstract class CredentialQueries {
  abstract keyHolder(digest: string): Promise<KeyHolder | null>
  abstract ingestTokenExists(digest: string): Promise<boolean>
}
