import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { ChangeDataTable } from '../../../src/use-cases/table/change-data-table.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const lead = (no: number, name: string) => ({
  name,
  phone: '1',
  account_id: 'A',
  email: `p${no}@example.com`,
})

describe('a wait for a change', () => {
  let world: World
  let own: Tenant

  beforeAll(async () => {
    world = await createWorld()
    world.clock.follow()
    own = await createTenant(world, {
      spinner: {
        steps: [
          { type: 'waitUntil', changes: 'name', timeoutSeconds: 3600, onTimeout: 'skip' },
          { type: 'condition', column: 'name', operator: 'exists' },
        ],
      },
    })
    const match = { columns: ['email'], onMatch: 'update', newerBy: null } as const
    const place = { organizationId: own.organizationId, dataTableId: own.dataTableId }
    await world.container.get(ChangeDataTable).execute(
      {
        ...place,
        changes: { match },
        revision: null,
        mergesDuplicates: false,
        by: operator,
        requestId: 'match',
      },
      async () => {},
    )
  })
  afterAll(() => world.close())

  const ingest = (records: ReturnType<typeof lead>[]) => own.ingest(records)
  const sweep = async () => {
    world.clock.follow()
    await world.container.get(AskDueTurns).execute()
    await world.drain()
  }

  it('misses no change that is written while it begins', async () => {
    const people = 60
    await ingest(Array.from({ length: people }, (_, no) => lead(no, 'before')))
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    const { answer } = await world.container.get(TriggerSpinner).execute(command)
    // Changes each of the test's records once, before, during or after its wait begins, in another order than
    // the slice has.
    const writing = (async () => {
      for (let nth = 0; nth < people; nth += 3) {
        const three = [nth, (nth + 31) % people, (nth + 17) % people]
        await ingest([...new Set(three)].map((no) => lead(no, `after ${nth}`)))
      }
    })()
    await Promise.all([world.drain(), writing])
    for (let nth = 0; nth < 4; nth++) await sweep()
    await world.sql.query(
      "update recipients set due_at = now() where status = 'waiting' and due_at < now() + interval '10 s'",
    )
    await world.sql.query("update slices set due_at = now() where status = 'open'")
    await sweep()
    const { rows } = await world.sql.query<{ status: string; missed: boolean; count: string }>(
      `select r.status, coalesce(w.value_digest <> md5((c.data -> 'name')::text), false) as missed, count(*)
         from recipients r
         join jobs j on j.id = r.job_id
         join records c on c.data_table_id = j.data_table_id and c.id = r.record_id
         left join step_waits w on w.job_id = r.job_id and w.slice = r.slice and w.record_id = r.record_id
        where r.job_id = $1 group by 1, 2`,
      [answer.jobId],
    )
    expect(rows.filter(({ missed }) => missed)).toEqual([])
    expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(people)
    const { rows: left } = await world.sql.query(
      `select from step_waits w join recipients r on r.job_id = w.job_id and r.slice = w.slice and r.record_id = w.record_id
        where r.status = 'done'`,
    )
    expect(left).toEqual([])
  })
})
