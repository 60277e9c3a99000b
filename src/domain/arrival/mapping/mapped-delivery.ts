import type { DataRecord } from '../../record-cells.ts'
import type { Decoded } from './decoded.ts'
import type { DeliveryId } from './delivery-marks.ts'
import type { MappingAction } from './mapping.ts'
import type { Path } from './path.ts'

/** The reason why a mapped record is held. It points at the faulty value and never contains the value. */
export interface MappingReason {
  readonly code: MappingReasonCode
  readonly message: string
  readonly column?: string
  readonly path?: Path
}

type MappingReasonCode =
  | 'UNKNOWN_FORMAT'
  | 'NO_VALUES'
  | 'NOT_AN_OBJECT'
  | 'NOT_ONE_VALUE'
  | 'NOT_STORABLE'
  | 'NOT_A_PHONE_NUMBER'
  | 'NOT_A_NUMBER'
  | 'NOT_A_BOOLEAN'
  | 'NOT_A_DATE'
  | 'AMBIGUOUS_DATE'
  | 'UNKNOWN_VALUE'
  | 'TOO_MANY_RECORDS'
  | 'TOO_MUCH_WORK'

interface Placed {
  /**
   * The position, from 0, of the record among the records that the mapping found in the body. The position is
   * the same in every repeat of the delivery.
   */
  readonly index: number
  /** The id by which the source names the delivery; null if it names none. */
  readonly deliveryId: DeliveryId | null
  /**
   * The digest of the record as it was sent, without values that change in a repeat; null without a delivery
   * id.
   */
  readonly content: string | null
  /** The time at which the record was changed at its source, as the source sent it; null if it sent none. */
  readonly versionTime: string | null
}

/** The result of applying a mapping to one record of a body that a source sent. */
export type MappedItem<M> =
  | (Placed & {
      readonly outcome: 'record'
      readonly mapping: M
      readonly record: DataRecord
      /** The part of the body at the mapping's root from which the record was made. */
      readonly part: Decoded
    })
  | (Placed & { readonly outcome: 'ignored'; readonly mapping: M })
  /**
   * A held record. `mapping` is null if no mapping matches this record, although one matches another record of
   * the delivery.
   */
  | (Placed & {
      readonly outcome: 'held'
      readonly mapping: M | null
      readonly reasons: readonly MappingReason[]
    })

export interface MappedDelivery<M> {
  /**
   * The first mapping that matches the delivery. Its root is the path to the records. Some records may use
   * another mapping with the same root.
   */
  readonly mapping: M
  readonly action: MappingAction
  readonly items: readonly MappedItem<M>[]
}
