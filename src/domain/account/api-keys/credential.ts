/** A secret as it is looked up: by digest, so that the secret itself goes no further than the edge. */
export interface Credential {
  readonly kind: 'apiKey' | 'ingestToken'
  readonly digest: string
}

/** On whose behalf something is done: the holder of a credential, or a person who is signed in. */
export type Caller =
  | Credential
  | {
      readonly kind: 'session'
      readonly organizationId: string
      /** Null where nobody in particular is meant. */
      readonly userId?: string | null
    }
