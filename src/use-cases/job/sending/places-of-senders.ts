import type { HeldOfChannel, HeldPlaces, SendingPlaces } from './sending-places.ts'

/** Places in the channel of each sender that a message may go by, until it is known which of them it goes by. */
export interface HeldOfSenders extends HeldPlaces {
  /** How many messages each of them got; what is left is given back. */
  chosen(messages: ReadonlyMap<string, number>): void
}

/** By sender, in the order of their ids: slices that wait for each other's would never end. */
export type PlacesOfSenders = readonly (readonly [sender: string, places: SendingPlaces])[]

/** As many as are free with all of them, up to `most`; null where one has none. */
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

/** The same after waiting for at least one of each; null when the signal comes first. */
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
