export interface Resumption {
  readonly organizationId: string
  readonly senderId: string
  /** The id of the spinner for which the sender is resumed; null for all pauses of the sender. */
  readonly spinnerId: string | null
  readonly at: Date
}

export interface SenderPauseStore {
  /**
   * Resumes a sender, resets its counts, and makes the recipients due that wait for it. Returns false if the
   * sender was not paused, null if there is no such sender.
   */
  resume(resumption: Resumption): Promise<boolean | null>
  /** Makes the recipients due that wait for a sender, because its limits changed or it can send again. */
  askAgain(senderId: string, at: Date): Promise<void>
}
