import { service } from '../../../domain/account/audit/actor.ts'
import type { SuppressionReason } from '../../../domain/contact/suppression.ts'
import type { Evidence } from '../../../domain/reason.ts'
import type { InboundFact } from '../../../domain/sender/inbound/inbound-fact.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { ExitCause } from '../../../ports/job/jobs.ts'
import type { InboundFactOutcome } from '../../../ports/sender/inbound/inbound-fact-store.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { addSuppression } from '../../contact/add-suppression.ts'
import type { Attributed } from './attribution.ts'

export const endings = {
  hardBounce: { exit: 'bounce', code: 'BOUNCED', reason: 'bounced' },
  complaint: { exit: 'unsubscribe', code: 'COMPLAINED', reason: 'complained' },
  optOut: { exit: 'unsubscribe', code: 'UNSUBSCRIBED', reason: 'unsubscribed' },
} as const

/** Applies replies, bounces and complaints to the recipients and the address of their message. */
export class ReactionEffects {
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(clock: Clock, ids: Ids) {
    this.#clock = clock
    this.#ids = ids
  }

  /** Stops recipients and suppresses addresses as a reaction asks, and returns its outcome. */
  async apply(
    tx: Transaction,
    organizationId: string,
    fact: InboundFact,
    attributed: Attributed,
    digests: ReadonlyMap<string, string | null>,
  ): Promise<InboundFactOutcome> {
    if (attributed.proof === 'none') return 'unverified'
    const evidence = evidenceOf(fact)
    const stop = async (ending: Omit<ExitCause, 'evidence'>) =>
      (await tx.jobs.stopRecipient(organizationId, attributed.place, { ...ending, evidence })) ?? 'noted'
    switch (fact.kind) {
      case 'reply': {
        // A person to whom a message was forwarded asks only for themselves.
        const isOptOut = fact.asksToStop && attributed.address !== null
        const suppresses =
          isOptOut && ((await tx.organizations.find(organizationId))?.unsubscribesByReply ?? false)
        if (suppresses)
          await end(tx, organizationId, attributed, {
            exit: endings.optOut.exit,
            code: endings.optOut.code,
            evidence,
          })
        const outcome = await stopByReply(tx, organizationId, attributed, { evidence, isOptOut })
        if (!suppresses) return outcome
        const digest = digests.get(attributed.address ?? '') ?? null
        return await this.#suppress(tx, organizationId, attributed, { reason: endings.optOut.reason, digest })
      }
      case 'autoReply': {
        const { until } = fact
        if (until === null || until <= this.#clock.now()) return 'noted'
        return await stop({ exit: 'autoReply:hold', code: 'ON_HOLD', until })
      }
      case 'hardBounce':
      case 'complaint': {
        const { exit, code, reason } = endings[fact.kind]
        // If the bounce or complaint does not prove its message by an id, only stops the recipient, and
        // suppresses no address.
        if (attributed.proof !== 'id') return await stop({ exit, code, until: null })
        await end(tx, organizationId, attributed, { exit, code, evidence })
        const digest = digests.get(attributed.address ?? '') ?? null
        return await this.#suppress(tx, organizationId, attributed, { reason, digest })
      }
      default:
        return 'noted'
    }
  }

  /**
   * Suppresses the address to which the message was sent. Ignores other addresses in the report, which may be
   * forged.
   */
  async #suppress(
    tx: Transaction,
    organizationId: string,
    { address }: Attributed,
    { reason, digest }: { readonly reason: SuppressionReason; readonly digest: string | null },
  ): Promise<InboundFactOutcome> {
    if (address === null) return 'stopped'
    const [id, createdAt] = [this.#ids.next(), this.#clock.now()]
    const suppression = { id, organizationId, email: address, reason, note: null, createdAt }
    await addSuppression(tx, suppression, { digest, by: service })
    return 'suppressed'
  }
}

/**
 * Stops the recipient whose message was answered, and the recipients with the same address in jobs that a reply to any
 * message stops. The address is the one to which the message was sent. The author of the reply may use another one,
 * which nothing proves to be the same person's. If the address is unknown, only stops the recipient of the message.
 * A reply that asks for no more mail (`isOptOut`) also stops the recipients in all jobs that an unsubscribe stops, and
 * the request is noted at the message.
 */
async function stopByReply(
  tx: Transaction,
  organizationId: string,
  { place, address }: Attributed,
  { evidence: ofFact, isOptOut }: { readonly evidence: Evidence; readonly isOptOut: boolean },
): Promise<InboundFactOutcome> {
  const message = await tx.inboundFacts.messageAt(organizationId, place)
  const evidence = message === null ? ofFact : { ...ofFact, spinnerId: message.spinnerId, jobId: place.jobId }
  const writtenTo = address ?? message?.address ?? null
  const ending = { exit: 'reply', code: 'REPLIED', evidence } as const
  if (writtenTo === null)
    return (await tx.jobs.stopRecipient(organizationId, place, { ...ending, until: null })) ?? 'noted'
  const stopped = await tx.jobs.stopPerson(organizationId, writtenTo, { ...ending, answered: place })
  const { exit } = endings.optOut
  const elsewhere = isOptOut
    ? await tx.jobs.stopPerson(organizationId, writtenTo, { ...ending, exit, answered: place })
    : 0
  return stopped + elsewhere > 0 ? 'stopped' : 'noted'
}

/**
 * Stops all recipients with the address to which the message was sent; if it is unknown, only the recipient
 * of that message. Locks slices in one order, to avoid deadlocks.
 */
async function end(
  tx: Transaction,
  organizationId: string,
  { place, address }: Attributed,
  ending: Omit<ExitCause, 'until'>,
): Promise<void> {
  if (address === null) await tx.jobs.stopRecipient(organizationId, place, { ...ending, until: null })
  else await tx.jobs.stopPerson(organizationId, address, ending)
}

function evidenceOf({ at, messageId, answers, asksToStop, status, serverResponse }: InboundFact): Evidence {
  const [answered = answers.providerId] = answers.messageIds
  const evidenceFields = {
    messageId,
    answers: answered,
    status,
    serverResponse,
    request: asksToStop ? 'unsubscribe' : null,
  }
  return {
    at: at.toISOString(),
    ...Object.fromEntries(
      Object.entries(evidenceFields).filter((field): field is [string, string] => field[1] !== null),
    ),
  }
}
