import type { SendOutcome } from '../../../domain/job/recipient/put-off.ts'
import type { Cause } from '../../../domain/job/recipient/reason.ts'
import type { EmailMessage } from '../../../domain/sender/message/message.ts'
import type { Capacity } from '../../../domain/sender/pacing/capacity.ts'

/** Sends e-mail, or captures it. Never throws for what happens to one message. */
export abstract class EmailChannel implements Capacity {
  readonly atOnce: number | null = null
  /** Whether what it is given stays here. */
  readonly captures: boolean = false
  readonly refusal?: Cause

  abstract send(message: EmailMessage): Promise<SendOutcome>
}
