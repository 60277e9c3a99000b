import { service } from '../../../domain/account/audit/actor.ts'
import type { SuppressionReason } from '../../../domain/contact/suppression.ts'
import { timeOfId } from '../../../domain/id.ts'
import type { Evidence } from '../../../domain/reason.ts'
import type { InboundFact } from '../../../domain/sender/inbound/inbound-fact.ts'
import { withSignInRemedy } from '../../../domain/sender/refusal/password-sign-in.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { ExitCause } from '../../../ports/job/jobs.ts'
import type {
  InboundFactEntry,
  InboundFactOutcome,
} from '../../../ports/sender/inbound/inbound-fact-store.ts'
import type { MessagePlace, MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import type { HealthNote } from '../../../ports/sender/pacing/sender-health.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { addSuppression, digestOfSuppressed } from '../../contact/add-suppression.ts'

export interface ReceivedInboundFact {
  readonly organizationId: string
  /**
   * The sender whose mailbox received the reply or bounce; null for an event that a mail provider posted,
   * which may be about any sender.
   */
  readonly senderId: string | null
  readonly fact: InboundFact
}

/**
 * The number of days after a message within which a reply without a message id is attributed to it by the
 * e-mail address.
 */
const addressDays = 30
/** The time in milliseconds by which a mail server rounds the receipt of a mail down. */
const receiptToleranceMs = 999
/** The longest time in milliseconds between the id of a job and its commit, with the difference of clocks. */
const maxCommitMs = 60_000
const dayMs = 24 * 60 * 60 * 1000

/**
 * How it is known which message a reply or bounce is about. `id`: by a secret message id or the provider's
 * word. `conversation`: by the provider's conversation. `authentication`: its verified author is the
 * message's recipient. `none`: unproven.
 */
type Proof = 'id' | 'conversation' | 'authentication' | 'none'

/** The message that a reply, bounce or complaint is about, and the address to which it was sent, if known. */
interface Attributed {
  readonly place: MessagePlace
  readonly address: string | null
  readonly proof: Proof
}

/**
 * Processes replies, bounces and complaints for the use cases that receive them: finds their message, stops the
 * recipient, and suppresses addresses that cannot or must not get mail.
 */
export class InboundFactProcessor {
  readonly #unitOfWork: UnitOfWork
  readonly #messageTokens: MessageTokens
  readonly #digests: PersonDigests
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    messageTokens: MessageTokens,
    digests: PersonDigests,
    clock: Clock,
    ids: Ids,
  ) {
    this.#unitOfWork = unitOfWork
    this.#messageTokens = messageTokens
    this.#digests = digests
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Processes a reply, bounce or complaint and returns its outcome. Returns null if it was processed before,
   * or if its kind never changes anything.
   */
  async process({ organizationId, senderId, fact }: ReceivedInboundFact): Promise<InboundFactOutcome | null> {
    const { kind } = fact
    if (kind === 'delivered' || kind === 'other') return null
    const digests = await this.#digestsOf(organizationId, fact)
    return await this.#unitOfWork.run(async (tx) => {
      const attributed = await this.#attribute(tx, { organizationId, senderId, fact })
      const place = attributed?.place ?? null
      const key = keyFor(fact, attributed)
      const entry = { organizationId, key, kind, senderId, at: this.#clock.now(), place }
      if (!(await tx.inboundFacts.enter(entry, attributed !== null))) return null
      const outcome =
        attributed === null ? 'nobody' : await this.#act(tx, organizationId, fact, attributed, digests)
      if (attributed !== null) await noteReaction(tx, organizationId, kind, attributed)
      await tx.inboundFacts.note(entry, outcome)
      if (attributed !== null && countsFor(kind, attributed.proof))
        await this.#count(tx, entry, fact, attributed)
      return outcome
    })
  }

  /**
   * Counts a bounce or complaint against the sender, and shows the fact at its message in the log. Belongs to the
   * transaction that enters the fact: a fact counts once, so a crash in between would lose both. Locks the counts
   * of senders after slices, and before the log (docs/contribute/locks.md, sending).
   */
  async #count(
    tx: Transaction,
    entry: InboundFactEntry,
    fact: InboundFact,
    { place, address }: Attributed,
  ): Promise<void> {
    const { kind } = fact
    const serverResponse = fact.serverResponse && withSignInRemedy(fact.serverResponse)
    const counted = countedAs[kind]
    const by = counted === undefined ? null : await tx.inboundFacts.sentBy(place)
    if (counted !== undefined && by !== null) {
      const domain = address?.slice(address.lastIndexOf('@') + 1).toLowerCase() ?? null
      const at = this.#clock.now()
      await tx.inboundFacts.countFailure({
        ...by,
        kind: counted,
        at,
        serverResponse: serverResponse ?? '',
        domain,
      })
    }
    const status = stateOf[kind]
    if (status !== undefined) await tx.inboundFacts.noteInLog(entry, place, status, serverResponse)
  }

  /**
   * Returns the digests of the addresses that a bounce, a complaint or a reply may suppress, by which events name the people.
   */
  async #digestsOf(
    organizationId: string,
    { kind, answers, asksToStop }: InboundFact,
  ): Promise<ReadonlyMap<string, string | null>> {
    const addresses = kind in endings || asksToStop ? answers.addresses : []
    const digested = addresses.map(
      async (address) =>
        [
          address,
          await digestOfSuppressed(this.#unitOfWork, this.#digests, organizationId, address),
        ] as const,
    )
    return new Map(await Promise.all(digested))
  }

  /**
   * Finds the message of a reply or bounce: by an id of this service or the provider, then by the provider's
   * conversation, then by the address.
   */
  async #attribute(tx: Transaction, command: ReceivedInboundFact): Promise<Attributed | null> {
    const { organizationId, senderId, fact } = command
    const { voucher } = fact
    const { messageIds, addresses } = fact.answers
    for (const messageId of messageIds) {
      const place = this.#messageTokens.placeOf(messageId)
      if (place === null) continue
      const ownerId = await tx.inboundFacts.organizationOfJob(place.jobId)
      // Uses the other ways of attribution if a restore lost the job. Its messages were sent, and the person who
      // replies to one of them is a recipient in doubt of another job.
      if (ownerId === null && (await wasLost(tx, place.jobId))) continue
      // Ignores a reply or bounce to a message of another organization, which the signed message id reveals, and
      // to a test message, which belongs to no job.
      if (ownerId !== organizationId) return null
      return { place, address: await addressOf(tx, organizationId, addresses, place), proof: 'id' }
    }
    const under = await tx.inboundFacts.sentUnder(organizationId, messageIds)
    if (under !== null)
      return { place: under, address: await addressOf(tx, organizationId, addresses, under), proof: 'id' }
    const sent = await tx.inboundFacts.sentAs(organizationId, senderId, fact.answers)
    if (sent !== null) {
      const { isExact, ...place } = sent
      const proof = isExact || voucher === 'provider' ? 'id' : 'conversation'
      return { place, address: await addressOf(tx, organizationId, addresses, place), proof }
    }
    const now = this.#clock.now().getTime()
    const since = new Date(now - addressDays * dayMs)
    // A mail that was received before a message is no reply to it. It may be the mail because of which the person
    // became a record.
    const until = new Date(fact.kind === 'reply' ? fact.at.getTime() + receiptToleranceMs : now)
    for (const address of addresses) {
      const place = await tx.inboundFacts.lastWrittenTo(organizationId, address, { since, until })
      if (place === null) continue
      if (voucher === 'provider') return { place, address, proof: 'id' }
      // Trusts only the first address, the author's, because the receiving mail server has authenticated no
      // other.
      const isVouched = voucher === 'authentication' && address === addresses[0]
      return { place, address, proof: isVouched ? 'authentication' : 'none' }
    }
    return null
  }

  async #act(
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
 * Returns whether a restore of the database lost a job. The time in the job's id may be earlier than the moment
 * of the backup, because the id is made before the commit, and by another clock.
 */
async function wasLost(tx: Transaction, jobId: string): Promise<boolean> {
  const madeAt = timeOfId(jobId)
  return await tx.inboundFacts.wasLostByRestore(madeAt, new Date(madeAt.getTime() + maxCommitMs))
}

const endings = {
  hardBounce: { exit: 'bounce', code: 'BOUNCED', reason: 'bounced' },
  complaint: { exit: 'unsubscribe', code: 'COMPLAINED', reason: 'complained' },
  optOut: { exit: 'unsubscribe', code: 'UNSUBSCRIBED', reason: 'unsubscribed' },
} as const

/**
 * Returns whether a reply, bounce or complaint counts for its message and is shown there. Without proof by a
 * message id, only replies count.
 */
function countsFor(kind: InboundFact['kind'], proof: Proof): boolean {
  return proof === 'id' || (proof !== 'none' && kind === 'reply')
}

/**
 * Returns the key by which a repeated reply, bounce or complaint is recognized. A bounce of a message has one
 * key, whatever the report's Message-ID. The proof is part of the key, so that a forged report cannot hide a
 * real one.
 */
function keyFor({ kind, key }: InboundFact, attributed: Attributed | null): string {
  if (attributed === null) return key
  const { place, proof } = attributed
  const isAnswer = kind === 'reply' || kind === 'autoReply'
  if (isAnswer && (proof === 'id' || proof === 'conversation')) return key
  return `${kind} of ${place.jobId} ${place.recordId} ${place.step} by ${proof}`
}

/**
 * Writes the event of a reply, bounce or complaint in the transaction that processes it, if the fact counts for its
 * message.
 */
async function noteReaction(
  tx: Transaction,
  organizationId: string,
  kind: InboundFact['kind'],
  { place, address, proof }: Attributed,
): Promise<void> {
  const status = stateOf[kind]
  if (status === undefined || !countsFor(kind, proof)) return
  const type = `message.${status}` as const
  if (!(await tx.events.hasSubscription(organizationId, [type]))) return
  const message = await tx.inboundFacts.messageAt(organizationId, place)
  if (message === null) return
  const { projectId, spinnerId, dataTableId, messageId } = message
  const { jobId, recordId, step } = place
  await tx.events.add({
    type,
    organizationId,
    projectId,
    spinnerId,
    data: { jobId, spinnerId, dataTableId, step, messageId },
    events: [{ objectId: recordId, address }],
  })
}

const stateOf: Readonly<Partial<Record<InboundFact['kind'], 'replied' | 'bounced' | 'complained'>>> = {
  reply: 'replied',
  hardBounce: 'bounced',
  complaint: 'complained',
}

const countedAs: Readonly<Partial<Record<InboundFact['kind'], HealthNote['kind']>>> = {
  hardBounce: 'bounce',
  complaint: 'complaint',
  refusal: 'refusalReport',
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

/**
 * Returns the first address in the report to which messages for this recipient were sent; null if there is
 * none.
 */
async function addressOf(
  tx: Transaction,
  organizationId: string,
  addresses: readonly string[],
  place: MessagePlace,
): Promise<string | null> {
  for (const address of addresses)
    if (await tx.inboundFacts.wentTo(organizationId, address, place)) return address
  return null
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
