import type { Outcome } from '../../../domain/job/recipient/recipient.ts'
import { causeOf, type ReasonCause } from '../../../domain/reason.ts'
import { EmailChannel } from '../../../ports/sender/message/channels.ts'

/** `IdleChannel` sends no e-mail and returns a fixed outcome with the reason. */
export class IdleChannel extends EmailChannel {
  override readonly refusal: ReasonCause
  readonly #outcome: Outcome

  constructor(outcome: Exclude<Outcome, { kind: 'sent' | 'passed' }>) {
    super()
    this.#outcome = outcome
    const { code, reason } = outcome
    this.refusal = { code, reason }
  }

  override async send(): Promise<Outcome> {
    return this.#outcome
  }
}

/**
 * Returns the idle channel of an organization that has no sender and may not use the server of the
 * deployment.
 */
export function noSender(): IdleChannel {
  return new IdleChannel({ kind: 'failed', ...causeOf('SENDER_REQUIRED') })
}

export function pausedSender(): IdleChannel {
  return new IdleChannel({ kind: 'waits', seconds: 5 * 60, ...causeOf('SENDER_PAUSED') })
}

/**
 * The seconds after which a message is tried again whose sender a user has to fix, even if the sender is not
 * fixed.
 */
const againAfterSeconds = 15 * 60

/** Returns the outcome of a message whose sender a user has to fix. The message was not sent and waits. */
export function needsAttention(serverResponse: string): Extract<Outcome, { kind: 'waits' }> {
  const reason = `The sender needs attention: ${serverResponse}`
  return { kind: 'waits', seconds: againAfterSeconds, code: 'SENDER_NEEDS_ATTENTION', reason }
}
