import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Arena } from './arena.ts'

export interface Job {
  readonly perSecond: number
  /**
   * The number of the job's recipients in a final state. It includes recipients skipped as duplicates,
   * because their person has several records.
   */
  readonly settled: number
  readonly done: number
}

/**
 * Runs a job over the records that no job has taken. Measures its recipients per second from the trigger's
 * answer to the end of the job.
 */
export async function runJob({ service, demo, database }: Arena): Promise<Job> {
  const response = await fetch(`${service}/api/v1/public/trigger/${demo.spinnerId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.apiKey}` },
  })
  const { jobId } = (await response.json()) as { jobId: string }
  // Reads the system time, because the end of the job is the database's time.
  const begun = Date.now()
  let endedAt: string | null = null
  while (endedAt === null) {
    await setTimeout(10)
    const { rows } = await database.query<{ ended_at: string | null }>({
      name: 'ended',
      text: 'select extract(epoch from finished_at) * 1000 as ended_at from jobs where id = $1',
      values: [jobId],
    })
    endedAt = rows[0]?.ended_at ?? null
  }
  const seconds = (Number(endedAt) - begun) / 1000
  const { rows } = await database.query<{ settled: string; done: string; total: string }>(
    `select count(*) filter (where status not in ('pending', 'waiting')) as settled,
            count(*) filter (where status = 'done') as done, count(*) as total
       from recipients where job_id = $1`,
    [jobId],
  )
  const settled = Number(rows[0]?.settled)
  if (settled !== Number(rows[0]?.total))
    throw new Error(`${settled} of ${rows[0]?.total} recipients are through`)
  return { perSecond: settled / seconds, settled, done: Number(rows[0]?.done) }
}

/**
 * Adds records to a data table as an import does: in blocks of 500, each with an entry in the ledger. Each
 * record has its own e-mail address; with `people`, the records share that many addresses.
 */
export async function addRecords(
  database: pg.Client,
  dataTableId: string,
  count: number,
  people: number | null = null,
): Promise<void> {
  await database.query(
    `with blocks as materialized (
       select no, nextval('record_blocks') as first_id, least(500, $2::int - no * 500) as count
         from generate_series(0, ($2::int - 1) / 500) no
     ), written as (
       insert into records (data_table_id, id, data)
       select $1, b.first_id + r, jsonb_build_object('name', 'Person ' || r, 'phone', '+1 202 555 ' || r,
                'account_id', 'A-' || b.no || '-' || r, 'email', 'person' || case when $3::int is null then b.first_id + r else (b.no * 500 + r) % $3 end || '@example.com')
         from blocks b cross join generate_series(0, b.count - 1) r
     ), entered as (
       insert into appends (data_table_id, seq, first_id, count, request_id, created_at)
       select $1, l.last_seq + 1 + b.no, b.first_id, b.count, 'bench', now()
         from blocks b cross join end_of_ledger(p_table => $1) l
     )
     update data_tables set last_seq = last_seq + ($2::int + 499) / 500, appended = appended + $2::int where id = $1`,
    [dataTableId, count, people],
  )
}
