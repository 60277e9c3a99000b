export interface Resumption {
  readonly organizationId: string
  readonly senderId: string
  /** Null for all that it is paused for. */
  readonly spinnerId: string | null
  readonly at: Date
}

export interface SenderPauseStore {
  /**
   * Lets a sender send again; what was counted begins anew, and those who wait for it ask again. False where it was not
   * paused, null where there is no such sender.
   */
  resume(resumption: Resumption): Promise<boolean | null>
  /** Lets those who wait for it ask again: its limits are others, or it can send again. */
  askAgain(senderId: string, at: Date): Promise<void>
}
