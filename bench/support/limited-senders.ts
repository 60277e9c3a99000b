import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Demo } from '../../src/use-cases/account/demo/set-up-demo.ts'

/**
 * Adds two senders that use the deployment's SMTP server, with limits too high to be reached. The demo's
 * spinner then sends all messages by them.
 */
export async function addLimitedSenders(database: pg.Client, { organizationId }: Demo): Promise<void> {
  const ids = [randomUUID(), randomUUID()]
  await database.query(
    `insert into senders (id, organization_id, kind, name, email, time_zone, daily_limit, ramp, ramp_from, created_at)
     select s.id, $2, 'deployment', 'Ada', 'ada@example.com', 'Asia/Kathmandu', 2000000000,
            '{"start": 1000000000, "add": 1000, "everyDays": 1}', current_date, now()
       from unnest($1::uuid[]) s(id)`,
    [ids, organizationId],
  )
  await database.query("update spinner_versions set steps = jsonb_set(steps, '{0,senders}', $1)", [
    JSON.stringify(ids),
  ])
}
