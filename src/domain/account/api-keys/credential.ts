/**
 * The secret of a request to the public API, identified by its digest. The secret itself is used only in the
 * HTTP layer.
 */
export interface Credential {
  readonly kind: 'apiKey' | 'ingestToken'
  readonly digest: string
}

/** The holder of a credential or a signed-in person, on whose behalf something is done. */
export type Caller =
  | Credential
  | {
      readonly kind: 'session'
      readonly organizationId: string
      /** The signed-in user; null or absent if the caller acts for the organization as a whole. */
      readonly userId?: string | null
    }
