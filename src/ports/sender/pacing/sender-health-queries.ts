import type { ReasonCode } from '../../../domain/job/recipient/reason.ts'
import type { HealthCounts, SenderPause } from '../../../domain/sender/pacing/breaker.ts'

/** For which spinner a sender is paused. */
export interface SpinnerPause extends SenderPause {
  /** Null where there is no such spinner any more. */
  readonly spinnerName: string | null
}

/** What a sender has sent today, and how it fares. */
export interface SenderHealthView {
  readonly usedToday: number
  /** Null for any number. */
  readonly allowedToday: number | null
  readonly nextAt: Date | null
  /** The rest that its server or provider asked for, and the reason code; null for a sender that does not rest. */
  readonly rest: { readonly until: Date; readonly code: ReasonCode } | null
  /** Of all spinners together, in the last 24 hours. */
  readonly day: HealthCounts
  readonly pauses: readonly SpinnerPause[]
}

export abstract class SenderHealthQueries {
  /** By sender, of an organization's; whoever else is asked for is left out. */
  abstract of(
    organizationId: string,
    senderIds: readonly string[],
    at: Date,
  ): Promise<ReadonlyMap<string, SenderHealthView>>

  /** Which senders are paused for a spinner. */
  abstract pausesOf(organizationId: string, spinnerId: string): Promise<readonly SenderPause[]>
}
