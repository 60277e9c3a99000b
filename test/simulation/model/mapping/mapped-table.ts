import type { KnownTable } from '../known-table.ts'

/**
 * The formats of the bodies that simulated sources deliver. A body has one lead, or in the format `lists` two leads and
 * two guests. `agent` and `member` have a lead without an address;
 * `member` has the address of the organization's owner.
 */
export const bodyKinds = ['owner', 'agent', 'nested', 'office', 'member', 'user', 'lists'] as const
export type BodyKind = (typeof bodyKinds)[number]

/** Addresses in bodies that belong to the seller's side, and not to the lead. */
export const addressesOfOthers = {
  owner: 'owner@agency.example.net',
  agent: 'agent@agency.example.net',
  office: 'office@agency.example.net',
} as const

/** A person in a body, with the values by which the person can be contacted. */
export interface KnownLead {
  /** The simulator's name of the record, which the body contains. */
  readonly ref: string
  readonly email: string | null
  readonly phone: string
}

/** A body that a simulated source has sent. */
export interface KnownBody {
  readonly kind: BodyKind
  /** The people in the body, by the lists that a mapping may read; one list if the body is one record. */
  readonly lists: readonly (readonly KnownLead[])[]
  readonly requestId: string
  readonly sentAt: Date
  /** Whether the service answered with 2xx. */
  isAccepted: boolean
  /** Whether a user has asked to discard the body, or all bodies. */
  mayBeDiscarded: boolean
}

/** A data table to which simulated sources deliver bodies of other formats. Mappings read them. */
export interface MappedTable {
  readonly table: KnownTable
  /** The secret token in the webhook URL of the data table. */
  readonly token: string
  readonly bodies: KnownBody[]
}
