import type { HeldChannelSlots, HeldSlots, SendingSlots } from './sending-slots.ts'

/**
 * Sending slots (each allows one message to be sent at a time) that are taken at several senders, until a
 * sender is chosen for each message.
 */
export interface HeldSenderSlots extends HeldSlots {
  /**
   * Keeps at each sender as many slots as messages were assigned to it, by sender id. Frees the other slots.
   */
  chosen(messages: ReadonlyMap<string, number>): void
}

/**
 * The sending slots of several senders, sorted by sender id. Without the order, slices that wait for each
 * other's slots can deadlock.
 */
export type SenderSlots = readonly (readonly [sender: string, slots: SendingSlots])[]

/**
 * Takes sending slots for up to `most` messages at each of the senders. Takes none and returns null if one of
 * the senders has no free slot.
 */
export function tryTakeAll(of: SenderSlots, most: number): HeldSenderSlots | null {
  const held = new Map<string, HeldChannelSlots>()
  for (const [sender, slots] of of) {
    const some = slots.tryTake(most)
    if (some === null) {
      for (const one of held.values()) one.settled()
      return null
    }
    held.set(sender, some)
  }
  return together(held, most)
}

/**
 * Takes sending slots like `tryTakeAll`, but waits until each sender has a free slot. Returns null if the
 * signal aborts first.
 */
export async function takeAll(
  of: SenderSlots,
  most: number,
  signal: AbortSignal,
): Promise<HeldSenderSlots | null> {
  const held = new Map<string, HeldChannelSlots>()
  for (const [sender, slots] of of) {
    const some = await slots.take(most, signal)
    if (some === null) {
      for (const one of held.values()) one.settled()
      return null
    }
    held.set(sender, some)
  }
  return together(held, most)
}

function together(held: ReadonlyMap<string, HeldChannelSlots>, most: number): HeldSenderSlots {
  const count = Math.min(most, ...[...held.values()].map((one) => one.count))
  for (const one of held.values()) one.keep(count)
  return {
    count,
    chosen: (messages) => {
      for (const [sender, one] of held) one.keep(messages.get(sender) ?? 0)
    },
    sent: (sender) => {
      if (sender !== undefined) held.get(sender)?.sent()
    },
    settled: () => {
      for (const one of held.values()) one.settled()
    },
  }
}
