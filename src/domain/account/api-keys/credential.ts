/**
 * The API key or webhook token that authenticates a request to the public API. It is represented by its digest;
 * only the HTTP layer handles the secret itself.
 */
export interface Credential {
  readonly kind: 'apiKey' | 'webhookUrl'
  readonly digest: string
}

/**
 * The caller on whose behalf a use case runs: the holder of an API key or webhook token, or a signed-in person.
 */
export type Caller =
  | Credential
  | {
      readonly kind: 'session'
      readonly organizationId: string
      /**
       * The signed-in user; null or absent if no user acts, such as at an automatic start of a spinner. Callers
       * with an API key or webhook token are a `Credential`.
       */
      readonly userId?: string | null
    }
