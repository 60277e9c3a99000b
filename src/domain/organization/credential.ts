/** A secret as it is looked up: by digest, so that the secret itself goes no further than the edge. */
export interface Credential {
  readonly kind: 'apiKey' | 'ingestToken'
  readonly digest: string
}
