/**
 * The number of requests that were admitted with one credential (API key or webhook token). They count for the
 * rate limit of the credential and for the rate limit of its organization.
 */
export interface AdmittedRequests {
  /** The digest that identifies the API key or webhook token of the requests. */
  readonly digest: string
  readonly organizationId: string
  readonly requests: number
}
