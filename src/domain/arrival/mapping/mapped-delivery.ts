import type { DataRecord } from '../../table/cell.ts'
import type { DeliveryId } from './delivery-marks.ts'
import type { MappingAction } from './mapping.ts'
import type { Path } from './path.ts'

/** Why a record is held, at the value that it is about. Never says the value. */
export interface MappingReason {
  readonly code: MappingReasonCode
  readonly message: string
  readonly column?: string
  readonly path?: Path
}

type MappingReasonCode =
  | 'UNKNOWN_SHAPE'
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
  /** The place among what the root leads to: the same however often the delivery comes. */
  readonly index: number
  /** The id by which the sender names the delivery; null if it names none. */
  readonly deliveryId: DeliveryId | null
  /** A digest of the record as it was sent, without what a repeat changes; null without a delivery id. */
  readonly content: string | null
  /** How new its sender says it is, as it was sent; null where it says nothing. */
  readonly versionTime: string | null
}

/** What became of one of the records in a delivery. */
export type MappedItem<M> =
  | (Placed & { readonly outcome: 'record'; readonly mapping: M; readonly record: DataRecord })
  | (Placed & { readonly outcome: 'ignored'; readonly mapping: M })
  /** Without a mapping where another record of the same delivery has one, and this has none. */
  | (Placed & {
      readonly outcome: 'held'
      readonly mapping: M | null
      readonly reasons: readonly MappingReason[]
    })

export interface MappedDelivery<M> {
  /** The first that matched: its root says where the records are. Others of the same root may take some of them. */
  readonly mapping: M
  readonly action: MappingAction
  readonly items: readonly MappedItem<M>[]
}
