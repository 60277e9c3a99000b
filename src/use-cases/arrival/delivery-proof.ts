import type { Credential } from '../../domain/account/api-keys/credential.ts'
import { answerToChallenge, isSignedBy, type SignedRequest } from '../../domain/arrival/delivery-signature.ts'
import { DomainError } from '../../domain/errors.ts'
import type { TableSchema } from '../../domain/table/table-schema.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'

/**
 * Returns the unchanged bytes and headers of a request, to verify its signature; null if they are not
 * available.
 */
export type RequestOf = () => Promise<SignedRequest | null>

export const withoutRequest: RequestOf = async () => null

/**
 * Checks the signatures of requests that send records to a table. A request with an API key needs no
 * signature, because the key proves its origin.
 */
export class DeliveryProof {
  readonly #secrets: Secrets
  readonly #clock: Clock

  constructor(secrets: Secrets, clock: Clock) {
    this.#secrets = secrets
    this.#clock = clock
  }

  /** Throws INVALID_SIGNATURE if the table requires a signature that the request does not have. */
  async assertGood(tableSchema: TableSchema, credential: Credential, requestOf: RequestOf): Promise<void> {
    if (await this.isGood(tableSchema, credential, requestOf)) return
    throw new DomainError('INVALID_SIGNATURE').for(tableSchema.organizationId)
  }

  /**
   * Returns the response that proves to the source that the table knows the shared secret. Returns null if
   * the source does not ask for it.
   */
  async answerTo(
    { signature, tableId }: TableSchema,
    { kind }: Credential,
    requestOf: RequestOf,
  ): Promise<Readonly<Record<string, string>> | null> {
    if (signature === null || kind !== 'webhookUrl') return null
    const secret = this.#secrets.revealSignatureSecret(signature.secretCiphertext, tableId)
    const request = await requestOf()
    if (secret === null || request === null) return null
    return answerToChallenge(signature.preset, secret, request)
  }

  async isGood(
    { signature, tableId }: TableSchema,
    { kind }: Credential,
    requestOf: RequestOf,
  ): Promise<boolean> {
    if (signature === null || kind !== 'webhookUrl') return true
    const secret = this.#secrets.revealSignatureSecret(signature.secretCiphertext, tableId)
    const request = await requestOf()
    if (secret === null || request === null) return false
    return isSignedBy(signature.preset, secret, request, this.#clock.now())
  }
}
