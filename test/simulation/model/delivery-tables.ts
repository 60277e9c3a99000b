import type { KnownTable } from './known-table.ts'

export const deliveryTableKinds = ['strict', 'open', 'mapped'] as const
export type DeliveryTableKind = (typeof deliveryTableKinds)[number]

/** Leads that a simulated source delivers to a data table in one request: the id of the delivery, and its content. */
export interface Delivery {
  /** The simulator's names of the records that the delivery contains. A repeat of the delivery has the same names. */
  readonly refs: readonly string[]
  readonly by: 'url' | 'key'
  /** The request header with the delivery's id, in lower case; null if the id is in the body, or there is none. */
  readonly header: string | null
  readonly id: string | null
  /** The person of the first lead. The next people follow. */
  readonly person: number
  /**
   * Whether leads of the delivered body have the field "city", for which simulated tables have no column in the
   * beginning.
   */
  readonly hasCity: boolean
  /** The number of leads in the body. */
  readonly leads: number
}

/** A data table to which simulated sources deliver leads, by its webhook URL or with an API key. */
export interface DeliveryTable {
  readonly kind: DeliveryTableKind
  readonly table: KnownTable
  /** The secret token in the webhook URL of the data table. */
  readonly token: string
  columns: readonly string[]
  /** The deliveries to the simulated table that were answered with 2xx, by the names of their records. */
  readonly answered: Map<string, Answered>
  /**
   * The virtual time at which each delivery was first sent, by its content and number. After some time the simulator
   * sends the same content as another delivery.
   */
  readonly firstSent: Map<string, Date>
  /**
   * The request ids of all attempts to send each record, by its name, including attempts whose answer was
   * lost.
   */
  readonly requests: Map<string, string[]>
  /**
   * The names of deliveries about people who were erased afterwards. The service recognises a repeat by its
   * id and stores nothing.
   */
  readonly erased: Set<string>
}

/**
 * The number of people about whom the simulator delivers leads. It is small, so that deliveries often share a
 * person.
 */
export const leadCount = 2

export function leadAddressOf(person: number): string {
  return `lead${person % leadCount}@example.com`
}

/** Removes the answered deliveries of an erased person from those that the simulator expects in the data table. */
export function eraseLead({ table, answered, requests, erased }: DeliveryTable, address: string): void {
  for (const ref of requests.keys())
    if (ref.includes(`of ${address}`)) {
      erased.add(ref)
      answered.delete(ref)
    }
  for (const [nth, sending] of table.sendings.entries())
    table.sendings[nth] = { ...sending, refs: sending.refs.filter((ref) => !erased.has(ref)) }
}

interface Answered {
  readonly at: Date
  /** The id of the held arrival that contains the delivery; null if no answer of the service named one. */
  readonly arrivalId: string | null
}
