import type { KnownTable } from './known-table.ts'

export const deliveryTableKinds = ['strict', 'open', 'mapped'] as const
export type DeliveryTableKind = (typeof deliveryTableKinds)[number]

/** A lead that an outside source delivers: the id of the delivery, and its content. */
export interface Delivery {
  /** The name of the record that the delivery contains. A repeat of the delivery has the same name. */
  readonly ref: string
  readonly by: 'url' | 'key'
  /** The header that names the delivery, in lower case; null if the delivery's id is in the body. */
  readonly header: string | null
  readonly id: string
  readonly person: number
  /** Whether the delivered body has a column that tables lack in the beginning. */
  readonly hasCity: boolean
}

/** A table to which sources deliver leads, by its webhook URL or with an API key. */
export interface DeliveryTable {
  readonly kind: DeliveryTableKind
  readonly table: KnownTable
  /** The secret in the webhook URL of the table. */
  readonly token: string
  columns: readonly string[]
  /** The deliveries that were answered with 2xx, by the names of their records. */
  readonly answered: Map<string, Answered>
  /**
   * The time at which each delivery was first sent, by its name. After two days the same content counts as
   * another delivery.
   */
  readonly firstSent: Map<string, Date>
  /** The ids of the requests by which each delivery was sent, including requests whose answer was lost. */
  readonly requests: Map<string, string[]>
  /**
   * The names of deliveries about people who were erased afterwards. The service recognises a repeat by its
   * id and stores nothing.
   */
  readonly erased: Set<string>
}

/** The number of people about whom leads are delivered. */
const leadCount = 2

export function leadAddressOf(person: number): string {
  return `lead${person % leadCount}@example.com`
}

/** Removes the answered deliveries of an erased person from the expected ones. */
export function eraseLead({ answered, firstSent, erased }: DeliveryTable, address: string): void {
  for (const ref of firstSent.keys())
    if (ref.includes(`of ${address}`)) {
      erased.add(ref)
      answered.delete(ref)
    }
}

interface Answered {
  readonly at: Date
  /** The id of the held arrival that contains the delivery; null if no answer named one. */
  readonly arrivalId: string | null
}
