import type { Outcome } from '../../domain/job/recipient.ts'
import type { EmailMessage } from '../../domain/sender/message.ts'
import type { Capacity } from './capacity.ts'

/** Sends e-mail, or captures it. Never throws for what happens to one message. */
export abstract class EmailChannel implements Capacity {
  readonly atOnce: number | null = null

  abstract send(message: EmailMessage): Promise<Outcome>
}
