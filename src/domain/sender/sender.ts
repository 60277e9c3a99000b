export const senderKinds = ['deployment', 'smtp', 'google', 'microsoft'] as const
export type SenderKind = (typeof senderKinds)[number]

export const senderStates = ['connected', 'paused', 'needsAttention'] as const
type SenderState = (typeof senderStates)[number]

/** Why a sender does not send: a code, the words of whoever said so, and the numbers that it rests on. */
export interface SenderTrouble {
  readonly code: string
  readonly words: string
  readonly numbers?: Readonly<Record<string, number>>
}

/** How much a sender may send; what is null is not limited. */
export interface SenderLimits {
  /** Messages in a day of its time zone. */
  readonly dailyLimit: number | null
  /** Between two messages; the jitter adds up to as much again. */
  readonly gapSeconds: number
  /** Begins with `start` messages a day and adds `add` every so many days, until `dailyLimit` is reached. */
  readonly ramp: { readonly start: number; readonly add: number; readonly everyDays: number } | null
  readonly timeZone: string
}

/** Who a message is from. */
export interface Correspondent {
  readonly name: string
  readonly address: string
  readonly replyTo: string | null
  /** Below every message, as plain text. */
  readonly signature: string | null
}

/** An account from which messages go, with its limits and its health. */
export interface Sender extends Correspondent, SenderLimits {
  readonly id: string
  readonly organizationId: string
  readonly kind: SenderKind
  readonly state: SenderState
  readonly trouble: SenderTrouble | null
  /** What of the account is no secret. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  /** Steps that name no sender go by this one. */
  readonly isDefault: boolean
  /** The first day of its ramp, as "2026-11-21". */
  readonly rampFrom: string | null
  readonly revision: number
  readonly createdAt: Date
}
