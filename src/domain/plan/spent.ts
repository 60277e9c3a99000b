/** Requests of one credential that were let in and count for its limits, and for those of its organization. */
export interface Spent {
  /** Of the credential. */
  readonly digest: string
  readonly organizationId: string
  readonly requests: number
}
