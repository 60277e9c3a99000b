import type { Attempt } from '../../../domain/event/destination/attempt.ts'
import type { Destination } from '../../../domain/event/destination/destination.ts'
import type { SigningSecrets } from '../../../domain/signing-secrets.ts'
import { entity } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'

/** The fields of a destination in its table. */
export const destinations = entity(
  'destinations',
  'id',
  'organizationId',
  'url',
  'types',
  'projectId',
  'spinnerId',
  'includesAddresses',
  'batchesEvents',
  'status',
  'disabledReason',
  'disabledAt',
  'createdAt',
  'urlChangedAt',
  'deliveredAt',
  'revision',
  'position',
  'failures',
  'failingSince',
  'nextAttemptAt',
  'ciphertext',
  'previousCiphertext',
  'previousUntil',
)

type DestinationRow = Selected<typeof destinations>

export function readDestination(row: DestinationRow): Destination & SigningSecrets {
  return { ...row, position: Number(row.position) }
}

export function destinationRow(destination: Destination & SigningSecrets): DestinationRow {
  return { ...destination, position: String(destination.position) }
}

export const attempts = entity(
  'destination_attempts',
  'id',
  'organizationId',
  'destinationId',
  'kind',
  'webhookId',
  'firstNumber',
  'lastNumber',
  'count',
  'selection',
  'at',
  'httpStatus',
  'code',
  'durationMs',
  'response',
  'retryAt',
  'isGivenUp',
)

type AttemptRow = Selected<typeof attempts>

export function readAttempt({
  webhookId,
  firstNumber,
  lastNumber,
  count,
  selection,
  ...row
}: AttemptRow): Attempt {
  if (webhookId === null || count === null || selection === null) return { ...row, events: null }
  const events = {
    webhookId,
    firstNumber: Number(firstNumber),
    lastNumber: Number(lastNumber),
    count,
    selection,
  }
  return { ...row, events }
}

export function attemptRow({ events, ...attempt }: Attempt): AttemptRow {
  const { webhookId = null, firstNumber, lastNumber, count = null, selection = null } = events ?? {}
  return {
    ...attempt,
    webhookId,
    firstNumber: firstNumber === undefined ? null : String(firstNumber),
    lastNumber: lastNumber === undefined ? null : String(lastNumber),
    count,
    selection,
  }
}

export const retries = entity(
  'destination_retries',
  'id',
  'organizationId',
  'destinationId',
  'webhookId',
  'firstNumber',
  'lastNumber',
  'count',
  'selection',
  'attempts',
  'dueAt',
)

export const replays = entity(
  'destination_replays',
  'id',
  'organizationId',
  'destinationId',
  'position',
  'until',
)
