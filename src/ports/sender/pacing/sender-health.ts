import type { TemporaryRefusalOutcome } from '../../../domain/job/recipient/temporary-refusal.ts'
import type { ReasonCode } from '../../../domain/reason.ts'
import type { HealthCounts, SenderPause } from '../../../domain/sender/pacing/breaker.ts'
import type { Language } from '../../../domain/text/language.ts'

/** A failure of a sent message, such as a bounce, that counts against its sender and spinner. */
export interface HealthNote {
  readonly senderId: string
  readonly spinnerId: string
  /**
   * The kind of failure. `bounce`: the address has no mailbox. `complaint`: the recipient reported unwanted
   * mail. `refused`: the sender's own mail server refused the sender. `refusalReport`: a later mail reports
   * such a refusal, which a recipient can forge.
   */
  readonly kind: 'bounce' | 'complaint' | 'refused' | 'refusalReport'
  readonly at: Date
  /** The text with which the mail server or provider reported the failure. */
  readonly serverResponse: string
  /**
   * The domain of the recipient's address, in lower case. A `refusalReport` without it does not count among
   * the domains whose reports pause a sender.
   */
  readonly domain?: string | null
}

/** A message that was marked as being sent by a sender, but that no server accepted. */
export interface UndeliveredMessage {
  readonly senderId: string
  readonly spinnerId: string
  /**
   * The time when the message was marked as being sent. The daily budget of that day gets the message back.
   */
  readonly markedAt: Date
  readonly at: Date
  /**
   * The server's temporary refusal of the message; null if no server refused it, for example if the sender
   * was paused.
   */
  readonly refusal: Pick<TemporaryRefusalOutcome, 'code' | 'scope' | 'seconds'> | null
}

/** A sender whose server or provider did not confirm a message. */
export type SenderCooldown = Pick<HealthNote, 'senderId' | 'at'> & { readonly code: ReasonCode }

/** The pause of a sender for a spinner, with the spinner's name. */
export interface SenderPauseForSpinner extends SenderPause {
  /** The name of the spinner for which the sender is paused; null if the spinner was deleted. */
  readonly spinnerName: string | null
}

/** The number of messages that a sender has sent today, its limits, its recent failures and its pauses. */
export interface SenderHealthView {
  readonly usedToday: number
  /** The number of messages that the sender may send today; null for any number. */
  readonly allowedToday: number | null
  readonly nextAt: Date | null
  /**
   * The time until which the sender cools down because its server or provider asked for it, with the reason code;
   * null if the sender does not cool down.
   */
  readonly cooldown: { readonly until: Date; readonly code: ReasonCode } | null
  /** The counts of the sender's messages and failures in the last 24 hours, for all spinners together. */
  readonly day: HealthCounts
  readonly pauses: readonly SenderPauseForSpinner[]
}

/** A pause of a sender that was not yet reported to the organization's owners. */
export interface UnreportedPause extends SenderPause {
  readonly spinnerName: string
  /** The e-mail addresses of the organization's owners. */
  readonly owners: readonly string[]
  /** The language of the organization. */
  readonly language: Language
}
