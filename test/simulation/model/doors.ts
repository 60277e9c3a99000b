import type { KnownTable } from './known-table.ts'

export const doorKinds = ['strict', 'open', 'mapped'] as const
export type DoorKind = (typeof doorKinds)[number]

/** A lead that an outside sender delivers: the id of the delivery, and its content. */
export interface Delivery {
  /** The name of the delivery's record. A repeat of the delivery has the same name. */
  readonly ref: string
  readonly by: 'url' | 'key'
  /** The header that names the delivery, in lower case; null if the delivery's id is in the body. */
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
  /** The time at which each delivery was first sent. The same content counts as another delivery after two days. */
  readonly firstSent: Map<string, Date>
  /** The ids of the requests by which each delivery was sent, including requests whose answer was lost. */
  readonly requests: Map<string, string[]>
  /** Deliveries about people who were erased afterwards. The service knows a repeat by its id and stores nothing. */
  readonly erased: Set<string>
}

/** The number of people about whom leads are delivered. */
const leadCount = 2

export function leadAddressOf(person: number): string {
  return `lead${person % leadCount}@example.com`
}

/** Forgets the answered deliveries of a person who is erased. */
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
