import type { DueRecipient } from '../../../domain/job/recipient/recipient.ts'
import type { Capacity } from '../../../domain/job/sending/capacity.ts'
import type { ChosenSender, SenderCandidates } from '../../../domain/job/sending/sender-candidates.ts'
import type { MessageChannel } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { OrganizationChannels } from '../../../ports/sender/message/channels.ts'
import type { Prepared } from '../../spinner/steps/step-runner.ts'

/** A recipient whose message is prepared, but not marked as being sent yet. */
export interface ReadyMessage {
  readonly recipient: DueRecipient
  readonly prepared: Prepared
}

/**
 * Returns how many messages at the start of the list are sent through the same channel and senders as the
 * first. They share sending slots.
 */
export function countLeadingOfOneChannel(ready: readonly ReadyMessage[]): number {
  const [first] = ready
  const ofFirst = keyOf(first?.prepared.by ?? null)
  const other = ready.findIndex(
    ({ prepared: { channel, by } }) => channel !== first?.prepared.channel || keyOf(by) !== ofFirst,
  )
  return other === -1 ? ready.length : other
}

function keyOf(by: SenderCandidates | null): string {
  return by === null ? '' : (by.own ?? by.candidates.toSorted().join(' '))
}

/**
 * Sorts messages by the senders that may send them, so that messages of the same senders are marked as being
 * sent together.
 */
export function sortedBySenders(ready: readonly ReadyMessage[]): ReadyMessage[] {
  const groups = Map.groupBy(ready, ({ prepared }) => keyOf(prepared.by))
  return [...groups.values()].flat()
}

/**
 * Sending slots (each allows one message to be sent at a time) of one channel that are taken before messages
 * are marked as being sent. They are held until the outcomes are stored.
 */
export interface HeldSlots {
  readonly count: number
  /** Frees all slots beyond the given number. */
  keep(count: number): void
  /** Frees the slot of one message, which was sent or will not be sent. */
  sent(): void
  /**
   * Frees all sending slots, after the outcomes of the messages are stored, or because the messages were not
   * sent.
   */
  settled(): void
}

/**
 * Limits how many messages the slices of a process send through a channel at once. After a crash, every
 * marked message is in doubt, and cancelling a job does not stop it. So no more messages are marked than the
 * channel sends at once. Without this limit, a `kill -9` with five connections left 200 messages in doubt. While
 * outcomes are stored, other slices may already mark messages, so up to twice as many outcomes may be unwritten.
 */
export class SendingSlots {
  readonly #atOnce: number
  #sending = 0
  #unsettled = 0
  readonly #waiting: Set<Waiting> = new Set()

  constructor({ atOnce }: Capacity) {
    this.#atOnce = atOnce ?? Number.POSITIVE_INFINITY
  }

  /**
   * Takes up to `most` free sending slots of the channel. Returns null if no slot is free, or if another
   * caller already waits for one.
   */
  tryTake(most: number): HeldSlots | null {
    const mustWait = most > 0 && (this.#waiting.size > 0 || this.#free() < 1)
    return mustWait ? null : this.#hold(most)
  }

  /**
   * Takes sending slots like `tryTake`, but waits until a slot is free. Returns null if the signal aborts
   * first.
   */
  async take(most: number, signal: AbortSignal): Promise<HeldSlots | null> {
    return (
      this.tryTake(most) ??
      new Promise<HeldSlots | null>((resolve) => {
        const waiting: Waiting = { most, serve: (held) => end(held) }
        const giveUp = () => end(null)
        const end = (held: HeldSlots | null) => {
          this.#waiting.delete(waiting)
          signal.removeEventListener('abort', giveUp)
          resolve(held)
        }
        this.#waiting.add(waiting)
        signal.addEventListener('abort', giveUp)
        if (signal.aborted) giveUp()
      })
    )
  }

  #free(): number {
    return Math.min(this.#atOnce - this.#sending, 2 * this.#atOnce - this.#unsettled)
  }

  #hold(most: number): HeldSlots {
    const count = Math.min(most, this.#free())
    let sending = count
    let unsettled = count
    this.#sending += count
    this.#unsettled += count
    const giveBack = (sent: number, settled: number) => {
      sending -= sent
      unsettled -= settled
      this.#sending -= sent
      this.#unsettled -= settled
      this.#serveNext()
    }
    return {
      count,
      sent: () => giveBack(Math.min(1, sending), 0),
      settled: () => giveBack(sending, unsettled),
      keep: (stored) => giveBack(Math.max(0, sending - stored), Math.max(0, unsettled - stored)),
    }
  }

  #serveNext(): void {
    for (const waiting of this.#waiting) {
      if (this.#free() < 1) return
      waiting.serve(this.#hold(waiting.most))
    }
  }
}

interface Waiting {
  readonly most: number
  serve(held: HeldSlots): void
}

/**
 * The sending slots that messages need: those of their channel with `noSender`, or those of each possible sender,
 * sorted by sender id. Without the order, slices that wait for each other's slots can deadlock.
 */
export type NeededSlots = readonly (readonly [sender: string, slots: SendingSlots])[]

const noSender = ''

const unlimited: Capacity = { atOnce: null }

/** The present channel of a sender, as far as it is read, and the sender's revision when it was last chosen. */
interface SenderChannel {
  readonly revision: number | undefined
  readonly channel: Promise<Capacity | null> | null
}

/**
 * Finds the sending slots for the messages of a slice. Each sender is read once, and again if it was changed.
 * Without this cache, each possible sender was read for every one or two messages.
 */
export class SliceSlots {
  readonly #slots: WeakMap<Capacity, SendingSlots>
  readonly #channels: OrganizationChannels
  readonly #organizationId: string
  readonly #senders = new Map<string, SenderChannel>()

  /** `slots` has the sending slots of all channels of the process. */
  constructor(
    slots: WeakMap<Capacity, SendingSlots>,
    channels: OrganizationChannels,
    organizationId: string,
  ) {
    this.#slots = slots
    this.#channels = channels
    this.#organizationId = organizationId
  }

  /** Returns the slots for messages without a sender. Slots for no message are unlimited. */
  ofChannel(channel: MessageChannel | null): NeededSlots {
    return [[noSender, this.#slotsOf(channel === null ? unlimited : this.#channels[channel])]]
  }

  /** Returns the slots for messages of senders. A sender that is not available refuses messages when they are sent. */
  async ofSenders({ own, candidates }: SenderCandidates): Promise<NeededSlots> {
    const ofOwn = own === null ? null : await this.#channelOf(own)
    if (own !== null && ofOwn !== null) return [[own, this.#slotsOf(ofOwn)]]
    // Takes another of the step's senders if the sender that was chosen for the recipient no longer exists.
    const needed: [string, SendingSlots][] = []
    for (const sender of candidates.toSorted())
      needed.push([sender, this.#slotsOf((await this.#channelOf(sender)) ?? unlimited)])
    return needed
  }

  /** Notes the revisions of senders that were just chosen. A sender with another revision is read again. */
  noteChosen(chosen: Iterable<ChosenSender>): void {
    for (const { id, revision } of chosen)
      if (this.#senders.get(id)?.revision !== revision) this.#senders.set(id, { revision, channel: null })
  }

  #channelOf(senderId: string): Promise<Capacity | null> {
    const { revision, channel: known = null } = this.#senders.get(senderId) ?? { revision: undefined }
    if (known !== null) return known
    const channel = this.#channels.senders.of(this.#organizationId, senderId, revision).catch(() => {
      this.#senders.delete(senderId)
      return null
    })
    this.#senders.set(senderId, { revision, channel })
    return channel
  }

  #slotsOf(channel: Capacity): SendingSlots {
    const known = this.#slots.get(channel)
    if (known !== undefined) return known
    const slots = new SendingSlots(channel)
    this.#slots.set(channel, slots)
    return slots
  }
}

/** Sending slots that are taken for messages of a slice, at each possible sender until one is chosen. */
export interface TakenSlots {
  readonly count: number
  /** Keeps at each sender as many slots as messages were assigned to it. Frees the other slots of senders. */
  chosen(senders: Iterable<ChosenSender>): void
  /** Frees the slot of one message. `sender` is the id of its sender, if it has one. */
  sent(sender?: string): void
  settled(): void
}

/**
 * Takes up to `most` of the sending slots, at each sender. Takes none and returns null if one of the senders has
 * no free slot.
 */
export function tryTakeAll(needed: NeededSlots, most: number): TakenSlots | null {
  const held = new Map<string, HeldSlots>()
  for (const [sender, slots] of needed) {
    const some = slots.tryTake(most)
    if (some === null) return freed(held)
    held.set(sender, some)
  }
  return together(held, most)
}

/**
 * Takes sending slots like `tryTakeAll`, but waits until each sender has a free slot. Returns null if the
 * signal aborts first.
 */
export async function takeAll(
  needed: NeededSlots,
  most: number,
  signal: AbortSignal,
): Promise<TakenSlots | null> {
  const held = new Map<string, HeldSlots>()
  for (const [sender, slots] of needed) {
    const some = await slots.take(most, signal)
    if (some === null) return freed(held)
    held.set(sender, some)
  }
  return together(held, most)
}

function freed(held: ReadonlyMap<string, HeldSlots>): null {
  for (const slots of held.values()) slots.settled()
  return null
}

function together(held: ReadonlyMap<string, HeldSlots>, most: number): TakenSlots {
  const count = Math.min(most, ...[...held.values()].map((slots) => slots.count))
  for (const slots of held.values()) slots.keep(count)
  return {
    count,
    chosen: (senders) => {
      const messages = Map.groupBy(senders, ({ id }) => id)
      for (const [sender, one] of held) if (sender !== noSender) one.keep(messages.get(sender)?.length ?? 0)
    },
    sent: (sender = noSender) => held.get(sender)?.sent(),
    settled: () => void freed(held),
  }
}
