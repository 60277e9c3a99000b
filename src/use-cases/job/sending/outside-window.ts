import { because } from '../../../domain/job/recipient/reason.ts'
import type { DueRecipient, Outcome } from '../../../domain/job/recipient/recipient.ts'
import type { LeasedSlice } from '../../../domain/job/slice.ts'
import { opensAt, zoneOf } from '../../../domain/spinner/send-window.ts'
import type { SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import { type Step, sends } from '../../../domain/spinner/steps/step.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import type { SendingPorts } from './sending-ports.ts'

type WindowOfSlice = Pick<LeasedSlice, 'timeZone' | 'senders'> & {
  readonly version: Pick<SpinnerVersion, 'sendWindow'>
}

interface Asked {
  readonly recipient: DueRecipient
  readonly step: Step
  readonly cells: DataRecord
}

/**
 * Returns a wait until the send window opens; null if it is open or does not apply. Does not check a message
 * in doubt, which was sent already or never will be.
 */
export function waitForSendWindow(
  { version: { sendWindow }, timeZone, senders }: WindowOfSlice,
  { recipient: { recordId, inDoubt }, step, cells }: Asked,
  { clock, phoneNumbers }: Pick<SendingPorts, 'clock' | 'phoneNumbers'>,
): Outcome | null {
  if (sendWindow === null || inDoubt || !sends(step)) return null
  const zone = zoneOf(sendWindow, cells, (phone) => phoneNumbers.countryOf(phone), timeZone ?? 'UTC')
  const now = clock.now()
  const opens = opensAt(sendWindow, now, zone)
  if (opens === null) return null
  // Stores the sender that the recipient waits for in the evidence, so that the recipient keeps its place
  // there.
  const senderId = senders?.turns[recordId]
  const evidence = senderId === undefined ? { zone } : { zone, senderId }
  const seconds = (opens.getTime() - now.getTime()) / 1000
  return { kind: 'waits', seconds, ...because('OUTSIDE_WINDOW'), evidence }
}
