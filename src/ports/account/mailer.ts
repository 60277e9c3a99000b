export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mail about people's accounts. */
export abstract class Mailer {
  /** Whether a mail server for mail about accounts is configured. */
  abstract readonly delivers: boolean
  /**
   * Queues a mail and returns at once. Waiting for the mail server would reveal by its time whether an
   * account exists.
   */
  abstract post(mail: Mail): void
  /**
   * Sends a mail, and returns when the mail server has accepted it, or has refused it for good because of its recipient.
   * Rejects if a later attempt may succeed.
   */
  abstract send(mail: Mail): Promise<void>
}
