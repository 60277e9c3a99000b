import type { HeldOfChannel, HeldPlaces, SendingPlaces } from './sending-places.ts'

/** Sending places with each sender that may send the messages, held until each message has its sender. */
export interface HeldOfSenders extends HeldPlaces {
  /** Sets the number of messages that each sender got, and gives the other places back. */
  chosen(messages: ReadonlyMap<string, number>): void
}

/**
 * Sending places by sender, sorted by id; otherwise slices that wait for each other's places could deadlock.
 */
export type PlacesOfSenders = readonly (readonly [sender: string, places: SendingPlaces])[]

/** Takes as many places as all senders have free, up to `most`. Returns null if one sender has none. */
export function tryTakeAll(of: PlacesOfSenders, most: number): HeldOfSenders | null {
  const held = new Map<string, HeldOfChannel>()
  for (const [sender, places] of of) {
    const some = places.tryTake(most)
    if (some === null) {
      for (const one of held.values()) one.settled()
      return null
    }
    held.set(sender, some)
  }
  return together(held, most)
}

/**
 * Takes places like `tryTakeAll`, but waits until each sender has at least one. Returns null if the signal
 * aborts first.
 */
export async function takeAll(
  of: PlacesOfSenders,
  most: number,
  signal: AbortSignal,
): Promise<HeldOfSenders | null> {
  const held = new Map<string, HeldOfChannel>()
  for (const [sender, places] of of) {
    const some = await places.take(most, signal)
    if (some === null) {
      for (const one of held.values()) one.settled()
      return null
    }
    held.set(sender, some)
  }
  return together(held, most)
}

function together(held: ReadonlyMap<string, HeldOfChannel>, most: number): HeldOfSenders {
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
