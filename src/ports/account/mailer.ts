export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Mail about people's accounts. */
export abstract class Mailer {
  /** Takes a mail on its way and answers at once: how long a server takes says whether an account exists. */
  /** Whether there is a server to send by. */
  abstract readonly delivers: boolean
  abstract post(mail: Mail): void
}
