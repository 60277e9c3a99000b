/** The state of the owner's address confirmation, for an organization that a stranger created. */
export interface Confirmation {
  readonly organizationId: string
  /** The id of the owner whose e-mail address must be confirmed. */
  readonly userId: string
  readonly confirmedAt: Date | null
}
