import type { SendOutcome } from '../../../domain/job/recipient/put-off.ts'
import type { ReasonCause } from '../../../domain/job/recipient/reason.ts'
import type { Capacity } from '../../../domain/job/sending/capacity.ts'
import type { EmailMessage } from '../../../domain/sender/message/message.ts'

/** Sends e-mail or captures it. Never throws for a failure of one message. */
export abstract class EmailChannel implements Capacity {
  readonly atOnce: number | null = null
  /** Whether messages are captured in this service instead of sent. */
  readonly captures: boolean = false
  readonly refusal?: ReasonCause

  abstract send(message: EmailMessage): Promise<SendOutcome>
}
