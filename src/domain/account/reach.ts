import { readLedgerId } from '../arrival/arrival-position.ts'

/** The part of an organization that a person or a program may see and change. */
export interface Reach {
  readonly organizationId: string
  /** The ids of the projects to which an API key is limited; null for the whole organization. */
  readonly projectIds: readonly string[] | null
}

/**
 * The fields of requests that name something in a project, with the kind of the thing. Things that belong to the
 * whole organization, such as senders and suppressions, are none of these.
 */
const kindOfField = {
  projectId: 'project',
  dataTableId: 'dataTable',
  spinnerId: 'spinner',
  jobId: 'job',
  arrivalId: 'arrival',
  mappingId: 'mapping',
  viewId: 'view',
  segmentId: 'segment',
  messageId: 'message',
} as const

type ThingKind = (typeof kindOfField)[keyof typeof kindOfField]

/** A thing in a project, such as a data table or a job. */
export interface Thing {
  readonly kind: ThingKind
  /** The id of the thing. A text that is no UUID belongs to no thing. */
  readonly id: string
}

/** Returns the things that the parameters, the query or the body of a request name. */
export function thingsIn(part: unknown): readonly Thing[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([field, id]) => {
    const kind = Object.hasOwn(kindOfField, field) ? kindOfField[field as keyof typeof kindOfField] : null
    return kind === null || typeof id !== 'string' ? [] : [{ kind, id }]
  })
}

/**
 * Returns the thing that holds an arrival: the data table for an accepted arrival, whose id is its place in the
 * ledger of the table. Other things are returned unchanged.
 */
export function placedThing(thing: Thing): Thing {
  const ledger = thing.kind === 'arrival' ? readLedgerId(thing.id) : null
  return ledger === null ? thing : { kind: 'dataTable', id: ledger.dataTableId }
}
