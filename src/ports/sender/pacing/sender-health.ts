import type { PutOffOutcome } from '../../../domain/job/recipient/put-off.ts'
import type { ReasonCode } from '../../../domain/job/recipient/reason.ts'
import type { HealthCounts, SenderPause } from '../../../domain/sender/pacing/breaker.ts'

/** A failure that came back for a message of a sender and a spinner. */
export interface HealthNote {
  readonly senderId: string
  readonly spinnerId: string
  /**
   * The kind of failure. `bounce`: no mailbox exists at the address. `complaint`: reported as unwanted.
   * `refused`: the sender's own server or provider refused the sender in its answer. `refusalReport`: a later
   * report, which a recipient can forge, says so.
   */
  readonly kind: 'bounce' | 'complaint' | 'refused' | 'refusalReport'
  readonly at: Date
  /** The words with which the server or provider reported the failure. */
  readonly words: string
  /**
   * The domain of the recipient's address, in lower case. Without it, a refusal report counts for no domain.
   */
  readonly domain?: string | null
}

/** A message that was marked for a sender but accepted by no server. */
export interface UndeliveredMessage {
  readonly senderId: string
  readonly spinnerId: string
  /** The time when the message was marked. It decides which day's budget gets the message back. */
  readonly markedAt: Date
  readonly at: Date
  /**
   * The temporary refusal of the message; null if nothing was refused, such as when the sender was paused
   * meanwhile.
   */
  readonly refusal: Pick<PutOffOutcome, 'code' | 'scope' | 'seconds'> | null
}

/**
 * Counts facts about messages, and pauses a sender for a spinner if it has too many failures. No message that
 * is marked after the pause leaves by the sender. A sender is paused for all spinners if its own server
 * refuses its messages, or if reports from several spinners and domains say so. Messages count as sent when
 * they are marked. The port also reads the counts and pauses.
 */
export abstract class SenderHealth {
  /**
   * Stores a failure of a message. Returns whether the failure paused the sender. Ignores senders that do not
   * exist.
   */
  abstract note(note: HealthNote): Promise<boolean>

  /**
   * Gives a message back to the day's budget and counts it as not sent. Rests the sender if the refusal is
   * about its server, its account or many recipients; its messages then wait (`SENDER_RESTS`). Call it once
   * for a message, because a second call would let the sender exceed its limit.
   */
  abstract giveBack(message: UndeliveredMessage): Promise<void>

  /**
   * Returns the health of senders by sender id. Ids that are not senders of the organization are left out.
   */
  abstract of(
    organizationId: string,
    senderIds: readonly string[],
    at: Date,
  ): Promise<ReadonlyMap<string, SenderHealthView>>

  /** Returns the pauses of all senders for a spinner. */
  abstract pausesOf(organizationId: string, spinnerId: string): Promise<readonly SenderPause[]>

  /**
   * Returns the pauses of senders that were not yet reported to owners. Each pause is returned once, to the
   * first caller.
   */
  abstract takeUntold(at: Date): Promise<readonly UnreportedPause[]>
}

/** The pause of a sender for a spinner, with the spinner's name. */
export interface SpinnerPause extends SenderPause {
  /** The name of the paused spinner; null if the spinner was deleted. */
  readonly spinnerName: string | null
}

/** The messages that a sender has sent today, and its health. */
export interface SenderHealthView {
  readonly usedToday: number
  /** The number of messages that the sender may send today; null for any number. */
  readonly allowedToday: number | null
  readonly nextAt: Date | null
  /**
   * The time until which the sender rests because its server or provider asked for it, with the reason code;
   * null if the sender does not rest.
   */
  readonly rest: { readonly until: Date; readonly code: ReasonCode } | null
  /** The counts of the sender's messages and failures in the last 24 hours, for all spinners together. */
  readonly day: HealthCounts
  readonly pauses: readonly SpinnerPause[]
}

/** A pause of a sender that was not yet reported to the organization's owners. */
export interface UnreportedPause extends SenderPause {
  readonly spinnerName: string
  /** The e-mail addresses of the organization's owners. */
  readonly owners: readonly string[]
}
