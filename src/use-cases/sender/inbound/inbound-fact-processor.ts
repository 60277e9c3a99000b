import type { InboundFact } from '../../../domain/sender/inbound/inbound-fact.ts'
import { withSignInRemedy } from '../../../domain/sender/refusal/password-sign-in.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import type { Ids } from '../../../ports/ids.ts'
import type {
  InboundFactEntry,
  InboundFactOutcome,
} from '../../../ports/sender/inbound/inbound-fact-store.ts'
import type { MessageTokens } from '../../../ports/sender/message/message-tokens.ts'
import type { HealthNote } from '../../../ports/sender/pacing/sender-health.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { digestOfSuppressed } from '../../contact/add-suppression.ts'
import { type Attributed, attribute, type Proof, type ReceivedInboundFact } from './attribution.ts'
import { endings, ReactionEffects } from './reaction-effects.ts'
import type { ReactionStore } from './reaction-store.ts'

/**
 * Processes replies, bounces and complaints for the use cases that receive them: finds their message, stops the
 * recipient, and suppresses addresses that cannot or must not get mail.
 */
export class InboundFactProcessor {
  readonly #unitOfWork: UnitOfWork
  readonly #messageTokens: MessageTokens
  readonly #digests: PersonDigests
  readonly #clock: Clock
  readonly #reactions: ReactionStore
  readonly #effects: ReactionEffects

  constructor(
    unitOfWork: UnitOfWork,
    messageTokens: MessageTokens,
    digests: PersonDigests,
    clock: Clock,
    ids: Ids,
    reactions: ReactionStore,
  ) {
    this.#unitOfWork = unitOfWork
    this.#messageTokens = messageTokens
    this.#digests = digests
    this.#clock = clock
    this.#reactions = reactions
    this.#effects = new ReactionEffects(clock, ids)
  }

  /**
   * Processes a reply, bounce or complaint and returns its outcome. Returns null if it was processed before,
   * or if its kind never changes anything.
   */
  async process(received: ReceivedInboundFact): Promise<InboundFactOutcome | null> {
    const { organizationId, senderId, fact } = received
    const { kind } = fact
    if (kind === 'delivered' || kind === 'other' || this.#isOwnMessage(fact)) return null
    const digests = await this.#digestsOf(organizationId, fact)
    const digestOf = await this.#reactions.digestOf(organizationId, fact)
    return await this.#unitOfWork.run(async (tx) => {
      const context = { messageTokens: this.#messageTokens, now: this.#clock.now() }
      const attributed = await attribute(tx, context, received)
      const toThread = async (isRepeat: boolean) => {
        if (attributed !== null && digestOf !== null)
          await this.#reactions.add(tx, { ...received, attributed, digestOf, isRepeat })
      }
      const place = attributed?.place ?? null
      const key = keyFor(fact, attributed)
      const entry = { organizationId, key, kind, senderId, at: this.#clock.now(), place }
      if (!(await tx.inboundFacts.enter(entry, attributed !== null))) {
        // Stores a mail whose key stands for its message and not for the mail, because it may be another mail.
        await toThread(key === fact.key)
        return null
      }
      const outcome =
        attributed === null
          ? 'nobody'
          : await this.#effects.apply(tx, organizationId, fact, attributed, digests)
      if (attributed !== null) await noteReaction(tx, organizationId, kind, attributed)
      await tx.inboundFacts.note(entry, outcome)
      if (attributed !== null && countsFor(kind, attributed.proof))
        await this.#count(tx, entry, fact, attributed)
      await toThread(false)
      return outcome
    })
  }

  /** Returns whether a mail is a copy of a message that this service sent, as sent folders and archives have them. */
  #isOwnMessage({ mail }: InboundFact): boolean {
    return mail?.messageId != null && this.#messageTokens.placeOf(mail.messageId) !== null
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
}

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
