import type { KnownSpinner, Model } from '../model/model.ts'
import type { NoSendReason } from '../model/no-send-periods.ts'
import { domainOfAddress } from '../model/people.ts'
import type { Sent } from '../model/sent.ts'
import { each, type Promised } from './promise.ts'

const words: Readonly<Record<NoSendReason, string>> = {
  spinner: 'its spinner is paused',
  job: 'its job is paused',
  'cancelled job': 'its job was cancelled',
  address: 'the address is suppressed',
  domain: 'the domain of the address is suppressed',
  erased: 'the person was erased',
  sender: 'its sender is paused',
  'deleted spinner': 'its spinner was deleted and not published again',
  organization: 'its organization was closed',
}

/**
 * Accepts a message that was marked before the call that stops it, such as a pause. The service still sends it,
 * as the documentation says.
 */
export const nothingInNoSendPeriods: Promised = {
  promise:
    'Nothing is sent while a job, a spinner or a sender is paused, after a cancellation, by a deleted spinner, by a closed organization, to a suppressed address or domain, or after an erasure',
  when: 'quiet',
  holds: ({ model }) => {
    const spinners = new Map(model.spinners.map((spinner) => [spinner.name, spinner]))
    return each(model.sent.all, (sent) => {
      const things = [...thingsOf(sent, spinners), ['erased', addressOfRecord(model, sent)] as const]
      const broken = things.find(
        ([of, id]) => id !== null && model.noSendPeriods.wasSilent(of, id, sent.marked),
      )
      if (broken === undefined) return null
      const [of] = broken
      return `${sent.step} of ${sent.spinner} was sent to ${sent.address} at ${sent.at.toISOString()}, although ${words[of]}`
    })
  },
}

/** Returns the address of a message's record; null if the record may have got it after the message was sent. */
function addressOfRecord({ records }: Model, { ref }: Sent): string | null {
  return records.formerAddressesOf(ref).length === 0 ? records.addressOf(ref) : null
}

function thingsOf(
  { kind, spinner, jobId, address, sender, organizationId }: Sent,
  spinners: ReadonlyMap<string, KnownSpinner>,
): readonly (readonly [NoSendReason, string | null])[] {
  return [
    ['spinner', spinners.get(spinner)?.id ?? null],
    ['deleted spinner', spinners.get(spinner)?.id ?? null],
    ['job', jobId],
    ['cancelled job', jobId],
    // Skips webhooks in this check of the simulator, because a suppression is about e-mail: a webhook about a
    // suppressed person may be sent.
    ['address', kind === 'email' ? address : null],
    ['domain', kind === 'email' ? domainOfAddress(address) : null],
    ['erased', address],
    ['sender', sender],
    ['organization', organizationId],
  ]
}
