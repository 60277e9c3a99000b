/**
 * The number of admitted requests of one credential. They count for its limit and for that of its
 * organization.
 */
export interface AdmittedRequests {
  /** The digest of the credential that made the requests. */
  readonly digest: string
  readonly organizationId: string
  readonly requests: number
}
