export const senderKinds = ['deployment', 'smtp', 'google', 'microsoft'] as const
export type SenderKind = (typeof senderKinds)[number]

export const senderStatuses = ['connected', 'paused', 'needsAttention'] as const
type SenderStatus = (typeof senderStatuses)[number]

/**
 * The reason why a sender does not send: a code, the words of the server or the service, and the numbers that
 * show it.
 */
export interface SenderFault {
  readonly code: string
  readonly serverResponse: string
  readonly numbers?: Readonly<Record<string, number>>
}

/** The sending limits of a sender; null means no limit. */
export interface SenderLimits {
  /** The highest number of messages that the sender sends in a day of its time zone. */
  readonly dailyLimit: number | null
  /** The least seconds between two messages of the sender; jitter adds up to the same time again. */
  readonly gapSeconds: number
  /** The ramp: `start` messages a day, plus `add` every `everyDays` days, until `dailyLimit` is reached. */
  readonly ramp: { readonly start: number; readonly add: number; readonly everyDays: number } | null
  readonly timeZone: string
}

/** The name and address from which a message is sent. */
export interface Correspondent {
  readonly name: string
  readonly email: string
  readonly replyTo: string | null
  /** The plain text that is added below the messages of the sender; null for none. */
  readonly signature: string | null
  /** The HTML that stands for `signature` in the HTML of messages; null if that shows the plain text. */
  readonly signatureHtml: string | null
}

/** A sender: an account by which an organization's messages are sent, with its limits and its health. */
export interface Sender extends Correspondent, SenderLimits {
  readonly id: string
  readonly organizationId: string
  readonly kind: SenderKind
  readonly status: SenderStatus
  readonly fault: SenderFault | null
  /** The settings of the sender's account, such as the SMTP host, without its passwords and tokens. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  /** Whether this sender is the organization's default, which sends for e-mail steps that name no sender. */
  readonly isDefault: boolean
  /** The first day of the sender's ramp, such as "2026-11-21"; null without a ramp. */
  readonly rampFrom: string | null
  /**
   * The highest number of messages a day that the operator permits by the mail server of the deployment, whatever the
   * limits of the sender are; null for any number. Senders with their own accounts have none.
   */
  readonly maxPerDay: number | null
  /** The id of the pool whose limit the sender shares with other senders; null for none. */
  readonly poolId: string | null
  readonly revision: number
  readonly createdAt: Date
}
