import { labelsByRules } from '../../domain/conversation/label-rule.ts'
import type { ThreadMessageKind } from '../../domain/conversation/thread.ts'
import { threadKeysOf } from '../../domain/conversation/thread-keys.ts'
import { threadWordsOf } from '../../domain/conversation/thread-words.ts'
import { wordDigest } from '../../domain/conversation/word-digest.ts'
import type { InboundFact, InboundFactKind } from '../../domain/sender/inbound/inbound-fact.ts'
import type { MailContent } from '../../domain/sender/message/mail-content.ts'
import type { PersonDigests } from '../../ports/contact/contact-rules.ts'
import type { AddedThreadMail, ThreadStore } from '../../ports/conversation/threads.ts'
import type { Ids } from '../../ports/ids.ts'
import type { ReportedMessage } from '../../ports/sender/inbound/inbound-fact-store.ts'
import type { MessageTokens } from '../../ports/sender/message/message-tokens.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'
import { type AttributedReaction, ReactionStore } from '../sender/inbound/reaction-store.ts'
import { noteThread } from './note-thread.ts'

/** Stores the replies, automatic answers and bounces of organizations that keep them in threads. */
export class ThreadMails extends ReactionStore {
  readonly #threads: ThreadStore
  readonly #digests: PersonDigests
  readonly #messageTokens: MessageTokens
  readonly #ids: Ids

  constructor(threads: ThreadStore, digests: PersonDigests, messageTokens: MessageTokens, ids: Ids) {
    super()
    this.#threads = threads
    this.#digests = digests
    this.#messageTokens = messageTokens
    this.#ids = ids
  }

  override async digestOf(organizationId: string, { kind }: InboundFact) {
    if (kindsOfMails[kind] === undefined || !(await this.#threads.keepsReplies(organizationId))) return null
    return await this.#digests.ofOrganization(organizationId)
  }

  override async add(tx: Transaction, reaction: AttributedReaction): Promise<void> {
    const { organizationId, fact, attributed } = reaction
    const kind = kindsOfMails[fact.kind]
    if (kind === undefined || attributed.proof === 'none') return
    const isOwn = fact.mail?.messageId != null && (await this.#isOwn(tx, organizationId, fact.mail.messageId))
    const message = isOwn ? null : await tx.inboundFacts.messageAt(organizationId, attributed.place)
    if (message === null) return
    const added = await this.#store(tx, reaction, kind, message)
    if (added === null) return
    const { jobId, recordId } = attributed.place
    const about = { ...message, organizationId, id: added.threadId, jobId, recordId }
    if (added.isNew && kind === 'reply') await noteThread(tx, about, 'thread.replied', [{}])
    const labels = added.addedLabels.map((labelId) => ({ labelId, isSet: true }))
    await noteThread(tx, about, 'thread.labelled', labels)
  }

  /** Returns whether a provider sent a message of the organization under a Message-ID: the mail is a copy of it. */
  async #isOwn(tx: Transaction, organizationId: string, messageId: string): Promise<boolean> {
    return (await tx.inboundFacts.sentUnder(organizationId, [messageId])) !== null
  }

  async #store(
    tx: Transaction,
    { organizationId, senderId, fact, attributed, digestOf, isRepeat }: AttributedReaction,
    kind: ThreadMessageKind,
    message: ReportedMessage,
  ): Promise<AddedThreadMail | null> {
    const { place, proof } = attributed
    const author = kind === 'bounce' ? null : (fact.answers.addresses[0] ?? null)
    const address = message.address ?? attributed.address ?? author
    if (address === null) return null
    // A person who was erased and is suppressed has asked that nothing about them is stored.
    for (const erasable of new Set([address, author]))
      if (erasable !== null && (await tx.contactRules.digested(organizationId, digestOf(erasable))) !== null)
        return null
    const content = fact.mail?.content ?? contentOfEvent(fact, address)
    const rules = isRepeat || kind === 'bounce' ? [] : await tx.labels.rulesOf(organizationId)
    const writer = await tx.inboundFacts.sentBy(place)
    const ofReferences = fact.answers.messageIds.flatMap((id) => this.#messageTokens.placeOf(id) ?? [])
    // A message that was found by the author's address alone is no proof that the mail belongs to its thread.
    const places = proof === 'authentication' ? ofReferences : [place, ...ofReferences]
    // Providers file reports about different messages under one conversation, because their subjects are equal.
    const providerThread = kind === 'bounce' ? null : fact.answers.providerThread
    return await tx.threads.add({
      organizationId,
      id: this.#ids.next(),
      thread: {
        id: this.#ids.next(),
        spinnerId: message.spinnerId,
        address,
        senderId: writer?.senderId ?? senderId,
      },
      kind,
      identity: `mail ${fact.mail?.messageId ?? fact.key}`,
      at: fact.at,
      senderId,
      providerId: fact.mail?.providerId ?? null,
      address: author,
      place,
      content,
      keys: threadKeysOf({
        messageIds: [
          ...(fact.mail?.messageId == null ? [] : [fact.mail.messageId]),
          ...fact.answers.messageIds,
        ],
        places,
        conversation: senderId !== null && providerThread !== null ? { senderId, id: providerThread } : null,
      }),
      words: threadWordsOf(content, address).map((word) => wordDigest(digestOf, word)),
      labels: labelsByRules(rules, { kind, isAbsence: kind === 'autoReply' }, content),
      isRepeat,
    })
  }
}

const kindsOfMails: Readonly<Partial<Record<InboundFactKind, ThreadMessageKind>>> = {
  reply: 'reply',
  autoReply: 'autoReply',
  hardBounce: 'bounce',
  softBounce: 'bounce',
  refusal: 'bounce',
}

/** Returns the content of a bounce that a provider's event reported, which has no mail. */
function contentOfEvent({ serverResponse }: InboundFact, address: string): MailContent {
  const nothing = { from: null, html: null, attachments: [], isTruncated: false }
  return { ...nothing, to: [address], subject: '', text: serverResponse ?? '' }
}
