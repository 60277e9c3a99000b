import type { KnownTable } from './known-table.ts'

export const doorKinds = ['strict', 'open', 'mapped'] as const
export type DoorKind = (typeof doorKinds)[number]

/** What a sender of leads delivers: the id that it gives, and the content under that id. */
export interface Delivery {
  /** The name of its record: the same whenever the sender repeats it. */
  readonly ref: string
  readonly by: 'url' | 'key'
  /** The header that names the delivery, in lower case; null where its id is in the body. */
  readonly header: string | null
  readonly id: string
  readonly person: number
  /** Whether the body has a column that tables lack in the beginning. */
  readonly hasCity: boolean
}

/** A table to which senders of leads deliver by its webhook URL or with a key. */
export interface Door {
  readonly kind: DoorKind
  readonly table: KnownTable
  /** The secret in its webhook URL. */
  readonly token: string
  columns: readonly string[]
  /** Deliveries that were answered with 2xx, by ref. */
  readonly answered: Map<string, Answered>
  /** When each delivery was sent first. A sender repeats a delivery for some days; later it is another one. */
  readonly firstSent: Map<string, Date>
  /** Deliveries about people who were erased afterwards: a repeat is known by its id, and adds nothing. */
  readonly erased: Set<string>
}

/** People of whom doors are told. */
const leadCount = 2

export function leadAddressOf(person: number): string {
  return `lead${person % leadCount}@example.com`
}

/** Forgets what was answered about a person who is erased. */
export function eraseLead({ answered, firstSent, erased }: Door, address: string): void {
  for (const ref of firstSent.keys())
    if (ref.includes(`of ${address}`)) {
      erased.add(ref)
      answered.delete(ref)
    }
}

interface Answered {
  readonly at: Date
  /** The arrival in which the delivery waits; null if no answer named one. */
  readonly arrivalId: string | null
}
