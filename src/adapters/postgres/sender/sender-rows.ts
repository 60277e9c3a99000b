import type { Sender } from '../../../domain/sender/sender.ts'
import { entity } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'

export const senders = entity(
  'senders',
  'id',
  'organizationId',
  'kind',
  'name',
  'email',
  'replyTo',
  'signature',
  'signatureHtml',
  'status',
  'statusReason',
  'settings',
  'isDefault',
  'timeZone',
  'dailyLimit',
  'gapSeconds',
  'ramp',
  'rampFrom',
  'maxPerDay',
  'poolId',
  'createdAt',
  'revision',
)

export type SenderRow = Selected<typeof senders>

export function senderIn({ statusReason, rampFrom, ...sender }: SenderRow): Sender {
  return { ...sender, fault: statusReason, rampFrom: rampFrom && dayOf(rampFrom) }
}

export function senderRow(sender: Sender): SenderRow {
  const { fault: statusReason, rampFrom, ...row } = sender
  return { ...row, statusReason, rampFrom: rampFrom === null ? null : midnightOf(rampFrom) }
}

/** Returns a day such as "2026-11-21". The pg driver reads a date as midnight in the time zone of the process. */
function dayOf(midnight: Date): string {
  const parts = [midnight.getMonth() + 1, midnight.getDate()].map((part) => String(part).padStart(2, '0'))
  return [midnight.getFullYear(), ...parts].join('-')
}

function midnightOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}
