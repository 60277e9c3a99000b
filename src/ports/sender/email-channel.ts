import type { Outcome } from '../../domain/job/recipient.ts'
import type { EmailMessage } from '../../domain/sender/message.ts'

/** Sends e-mail, or captures it. Never throws for what happens to one message. */
export abstract class EmailChannel {
  abstract send(message: EmailMessage): Promise<Outcome>
}
