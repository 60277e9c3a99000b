import type { Sender } from '../../../domain/sender/sender.ts'
import { everyColumnOf } from '../rows.ts'

/** The columns of the table `senders` as an SQL select list, named like the fields of `SenderRow`. */
export const senderColumns = `
  s.id, s.organization_id as "organizationId", s.kind, s.name, s.address, s.reply_to as "replyTo", s.signature,
  s.state, s.state_reason as trouble, s.settings, s.is_default as "isDefault", s.time_zone as "timeZone",
  s.daily_limit as "dailyLimit", s.gap_seconds as "gapSeconds", s.ramp,
  to_char(s.ramp_from, 'YYYY-MM-DD') as "rampFrom", s.created_at as "createdAt", s.revision`

export type SenderRow = Sender

const written = everyColumnOf<Omit<Sender, 'createdAt'>>()(
  'id',
  'organizationId',
  'kind',
  'name',
  'address',
  'replyTo',
  'signature',
  'state',
  'trouble',
  'settings',
  'isDefault',
  'timeZone',
  'dailyLimit',
  'gapSeconds',
  'ramp',
  'rampFrom',
  'revision',
)

/** Returns the values of a sender for an insert or update, in the order of `writtenColumns`. */
export function senderValues(sender: Sender): readonly unknown[] {
  return written.map((name) => {
    const value = sender[name]
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  })
}

export const writtenColumns = `
  id, organization_id, kind, name, address, reply_to, signature, state, state_reason, settings, is_default,
  time_zone, daily_limit, gap_seconds, ramp, ramp_from, revision`
