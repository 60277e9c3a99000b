import type { NoticeRange } from '../../../../domain/account/notice-range.ts'
import type { HealthCounts } from '../../../../domain/sender/pacing/breaker.ts'
import type {
  HealthNote,
  SenderCooldown,
  SenderHealthView,
  UndeliveredMessage,
  UnreportedPause,
} from '../../../../ports/sender/pacing/sender-health.ts'
import { execute, type Statement } from '../../database.ts'
import { firstId } from '../../first-id.ts'
import type { Executor } from '../../rows.ts'
import { fieldsOf, type NotNull, type RowOf, type Selected, type TableFields } from '../../schema/columns.ts'
import { sqlFunction } from '../../sql-function.ts'
import { inSoleTransaction } from '../../transaction.ts'

const noteMessageFailure = sqlFunction(
  'note_message_failure',
  'p_sender',
  'p_spinner',
  'p_kind',
  'p_at',
  'p_server_response',
  'p_domain',
)

const startCooldownOfSender = sqlFunction('start_cooldown', 'p_sender', 'p_at', 'p_code', 'p_seconds')

const senderChange = sqlFunction(
  'note_temporary_refusal',
  'p_sender',
  'p_spinner',
  'p_marked_at',
  'p_at',
  'p_code',
  'p_scope',
  'p_seconds',
)

const breaker = fieldsOf('sender_breakers', 'senderId', 'spinnerId', 'fault')

const findPausesOfSenders: Statement = {
  name: 'pauses_of_senders',
  text: `
    select ${breaker.selected('b')}, s.name as "senderName", s.email as "senderEmail",
           p.name as "spinnerName", b.paused_at as at
      from sender_breakers b
      join senders s on s.id = b.sender_id
      left join spinners p on p.id = b.spinner_id
     where s.organization_id = $1 and b.sender_id = any($2) and b.paused_at is not null order by b.paused_at`,
}

const findHealth: Statement = {
  name: 'health_of_senders',
  text: `
    select s.id, coalesce((budget_today(p_at => $3, p_sender => s, p_budget => b)).used, 0) as "usedToday",
           sender_allowance(p_sender => s, p_day => ($3::timestamptz at time zone s.time_zone)::date) as "allowedToday",
           b.next_at as "nextAt",
           case when b.cooldown_until > $3 then b.cooldown_until end as "cooldownUntil", b.cooldown_code as "cooldownCode", h.*
      from senders s
      left join sender_budgets b on b.sender_id = s.id
      cross join lateral (
        select coalesce(sum(h.sent), 0)::int as sent, coalesce(sum(h.bounced), 0)::int as bounced,
               coalesce(sum(h.complained), 0)::int as complained, coalesce(sum(h.refused), 0)::int as refused
          from sender_health h
         where h.sender_id = s.id and h.period_start >= $3::timestamptz - interval '1 day') h
     where s.organization_id = $1 and s.id = any($2)`,
}

interface HealthRow extends HealthCounts {
  readonly id: TableFields<'senders'>['id']
  readonly usedToday: number
  readonly allowedToday: number | null
  readonly nextAt: TableFields<'sender_budgets'>['nextAt'] | null
  readonly cooldownUntil: TableFields<'sender_budgets'>['cooldownUntil']
  readonly cooldownCode: TableFields<'sender_budgets'>['cooldownCode']
}

interface PauseRow extends NotNull<Selected<typeof breaker>, 'fault'> {
  readonly senderName: TableFields<'senders'>['name']
  readonly senderEmail: TableFields<'senders'>['email']
  readonly spinnerName: TableFields<'spinners'>['name']
  readonly at: NonNullable<TableFields<'sender_breakers'>['pausedAt']>
}

interface UnreportedRow extends PauseRow, Pick<RowOf<'organizations'>, 'language'> {
  readonly owners: readonly string[]
}

const findUnreported: Statement = {
  name: 'find_unreported_pause',
  text: `
    select ${breaker.selected('b')}, s.name as "senderName", s.email as "senderEmail",
           coalesce(p.name, '') as "spinnerName", b.paused_at as at,
           array(select a.email from users u join accounts a on a.id = u.account_id
                  where u.organization_id = s.organization_id and u.role = 'owner' order by u.id) as owners,
           o.language
      from sender_breakers b join senders s on s.id = b.sender_id join organizations o on o.id = s.organization_id
           left join spinners p on p.id = b.spinner_id
     where b.paused_at is not null and b.owners_notified_at is null
       and (b.paused_at, b.sender_id, b.spinner_id) > ($1::timestamptz, $2::uuid, $3::uuid)
     order by b.paused_at, b.sender_id, b.spinner_id limit 1`,
}

// Compares the time of the pause, because the sender may have been resumed and paused again while the mail was sent.
const markReported: Statement = {
  name: 'mark_reported_pause',
  text: `
    update sender_breakers set owners_notified_at = $1
     where sender_id = $2 and spinner_id = $3 and paused_at = $4 and owners_notified_at is null`,
}

/** Returns the call of the SQL function that counts a failure of a message against its sender. */
export function failureCall({ senderId, spinnerId, kind, at, serverResponse, domain }: HealthNote) {
  return noteMessageFailure({
    p_sender: senderId,
    p_spinner: spinnerId,
    p_kind: kind,
    p_at: at,
    p_server_response: serverResponse,
    p_domain: domain,
  })
}

/** Counts a failure of a message. Returns whether the failure paused the sender. */
export async function noteFailure(executor: Executor, note: HealthNote): Promise<boolean> {
  const [row] = await executor.write<{ is_paused: boolean }>(...failureCall(note))
  return row?.is_paused === true
}

/** Gives an unsent message back to the budget of its sender. */
export async function giveBack(
  executor: Executor,
  { senderId, spinnerId, markedAt, at, refusal }: UndeliveredMessage,
): Promise<void> {
  const call = senderChange({
    p_sender: senderId,
    p_spinner: spinnerId,
    p_marked_at: markedAt,
    p_at: at,
    p_code: refusal?.code ?? null,
    p_scope: refusal?.scope ?? null,
    p_seconds: refusal?.seconds ?? null,
  })
  await executor.write(...call)
}

/** Starts the cooldown of a sender, for the time that the database sets. */
export async function startCooldown(
  executor: Executor,
  { senderId, at, code }: SenderCooldown,
): Promise<void> {
  await executor.write(
    ...startCooldownOfSender({ p_sender: senderId, p_at: at, p_code: code, p_seconds: null }),
  )
}

/** Reads the counts and pauses of senders, by sender id. */
export async function healthOf(
  executor: Executor,
  organizationId: string,
  senderIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, SenderHealthView>> {
  const [rows, pauses] = await Promise.all([
    executor.read<HealthRow>(findHealth, [organizationId, senderIds, at]),
    executor.read<PauseRow>(findPausesOfSenders, [organizationId, senderIds]),
  ])
  return new Map(
    rows.map(({ id, usedToday, allowedToday, nextAt, cooldownUntil, cooldownCode, ...day }) => [
      id,
      {
        usedToday,
        allowedToday,
        nextAt,
        cooldown: cooldownUntil && cooldownCode && { until: cooldownUntil, code: cooldownCode },
        day,
        pauses: pauses.filter(({ senderId }) => senderId === id),
      },
    ]),
  )
}

/** Informs of the oldest pause in a range that was not reported yet, in a transaction that only one caller has. */
export function informOfPause(
  executor: Executor,
  { since, after, at }: NoticeRange<UnreportedPause>,
  inform: (pause: UnreportedPause) => Promise<boolean>,
): Promise<UnreportedPause | null> {
  return inSoleTransaction(executor, 'notices of pauses', async (connection) => {
    const place = [after?.at ?? since, after?.senderId ?? firstId, after?.spinnerId ?? firstId]
    const [pause = null] = await execute<UnreportedRow>(connection, findUnreported, place)
    if (pause !== null && (await inform(pause)))
      await execute(connection, markReported, [at, pause.senderId, pause.spinnerId, pause.at])
    return pause
  })
}
