import { causeOf } from '../../reason.ts'
import type { DataRecord } from '../../record-cells.ts'
import { opensAt, type SendWindow, zoneOf } from '../../spinner/send-window.ts'
import type { Outcome } from '../recipient/recipient.ts'
import type { SliceSenders } from './sender-candidates.ts'

/** The data about one message that decides whether its send window is open now. */
export interface WindowFacts {
  readonly sendWindow: SendWindow
  readonly recordId: string
  readonly cells: DataRecord
  /** Returns the country of a phone number; null if it is unknown. */
  readonly countryOf: (phone: string) => string | null
  /** The time zone of the organization; null or absent for UTC. */
  readonly timeZone?: string | null
  /**
   * The senders that the recipients of the slice (part of a job) use or wait for; null or absent without
   * senders.
   */
  readonly senders?: SliceSenders | null
  readonly now: Date
}

/** Returns a wait until the send window of the person opens; null if it is open. */
export function refusalOfWindow({
  sendWindow,
  recordId,
  cells,
  countryOf,
  timeZone,
  senders,
  now,
}: WindowFacts): Outcome | null {
  const zone = zoneOf(sendWindow, cells, countryOf, timeZone ?? 'UTC')
  const opens = opensAt(sendWindow, now, zone)
  if (opens === null) return null
  // Stores in the evidence which sender the recipient waits for, so that the recipient does not lose its place
  // among messages that wait for this sender.
  const senderId = senders?.turns[recordId]
  const evidence = senderId === undefined ? { zone } : { zone, senderId }
  const seconds = (opens.getTime() - now.getTime()) / 1000
  return { kind: 'waits', seconds, ...causeOf('OUTSIDE_WINDOW'), evidence }
}
