/** The part of an organization that a person or a program may see and change. */
export interface Reach {
  readonly organizationId: string
  /** The ids of the projects to which an API key is limited; null for the whole organization. */
  readonly projectIds: readonly string[] | null
}
