import type { HealthCounts, SenderPause } from '../../domain/sender/breaker.ts'

/** What a sender has sent today, and how it fares. */
export interface SenderHealthView {
  readonly usedToday: number
  /** Null for any number. */
  readonly allowedToday: number | null
  readonly nextAt: Date | null
  /** Of all spinners together, in the last 24 hours. */
  readonly day: HealthCounts
  /** For which spinners it is paused. */
  readonly pauses: readonly SenderPause[]
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
