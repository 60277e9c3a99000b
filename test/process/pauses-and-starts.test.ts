import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { addRecords } from '../../bench/support/jobs.ts'
import { operator } from '../../src/domain/account/audit/actor.ts'
import type { Starts } from '../../src/domain/spinner/starts.ts'
import { Jobs } from '../../src/use-cases/job/jobs.ts'
import { SpinnerPauses } from '../../src/use-cases/job/pause/spinner-pauses.ts'
import { PublishSpinner } from '../../src/use-cases/spinner/publish-spinner.ts'
import { Spinners } from '../../src/use-cases/spinner/spinners.ts'
import { until } from '../support/until.ts'
import { Deployment } from './deployment.ts'

const messageMs = 25

let deployment: Deployment
beforeEach(async () => {
  deployment = await Deployment.create({ RUNTIME_CONCURRENCY: '2', SEND_CONCURRENCY: '10' })
  await deployment.query(
    `create function take_as_long_as_mail() returns trigger language plpgsql as
     $$ begin perform pg_sleep(${messageMs / 1000}); return new; end $$;
     create trigger as_long_as_mail before insert on captured_messages for each row execute function take_as_long_as_mail()`,
  )
})
afterEach(() => deployment.close())

async function count(text: string, values: unknown[] = []): Promise<number> {
  const [row] = await deployment.query<{ count: string }>(text, values)
  return Number(row?.count)
}
const messages = () => count('select count(*) from captured_messages')
const marked = () => count('select coalesce(sum(cardinality(sending)), 0) as count from slices')
const of = () => ({ organizationId: deployment.demo.organizationId, by: operator })

describe('a job that two workers process', () => {
  it.each(['job', 'spinner'] as const)(
    'sends only marked messages after the pause of the %s, with a worker killed, and then to everyone once',
    async (what) => {
      const { container } = deployment
      const workers = [await deployment.startWorker(), await deployment.startWorker()]
      const jobId = await deployment.trigger(1_500)
      const { spinnerId } = deployment.first
      for (let pause = 0; pause < 3; pause++) {
        const before = await messages()
        await until(async () => (await messages()) > before + 60)
        if (pause === 1) await workers[0]?.kill()
        if (what === 'job') await container.get(Jobs).pause(of(), jobId)
        else await container.get(SpinnerPauses).pause(of(), spinnerId)
        const [inTransit, sent] = [await marked(), await messages()]
        await setTimeout(700)
        expect((await messages()) - sent).toBeLessThanOrEqual(inTransit)
        if (what === 'job') await container.get(Jobs).resume(of(), jobId)
        else await container.get(SpinnerPauses).resume(of(), spinnerId)
      }
      await until(
        async () =>
          (await count("select count(*) from jobs where id = $1 and status = 'completed'", [jobId])) === 1,
      )
      const [found] = await deployment.query(`
        select count(*)::int as total, count(*) filter (where r.status in ('done', 'unconfirmed'))::int as final,
               count(*) filter (where r.status = 'done' and o.messages is distinct from 1)::int as untold,
               count(*) filter (where o.messages > 1)::int as twice
          from recipients r
          left join (select record_id, count(*) as messages from captured_messages group by record_id) o using (record_id)`)
      expect(found).toEqual({ total: 1_500, final: 1_500, untold: 0, twice: 0 })
    },
  )
})

describe('an automatic start', () => {
  async function publish(starts: Starts): Promise<void> {
    const command = { ...of(), spinnerId: deployment.first.spinnerId, revision: null }
    const { container } = deployment
    await container.get(Spinners).change(command, { ...command, changes: { starts } })
    await container.get(PublishSpinner).execute({ ...command, ignoresWarnings: true, movesRecipients: false })
  }

  it('takes each record once, into one job for each window, while workers are killed', async () => {
    await publish({ on: 'records', withinSeconds: 5 })
    let workers = [await deployment.startWorker(), await deployment.startWorker()]
    for (let batch = 0; batch < 6; batch++) {
      await deployment.withClient((client) => addRecords(client, deployment.first.dataTableId, 30, null))
      await setTimeout(Math.random() * 2_500)
      await workers[batch % 2]?.kill()
      workers = workers.with(batch % 2, await deployment.startWorker())
    }
    const taken = () => count('select count(distinct record_id) from recipients')
    await until(async () => (await taken()) === 180)
    expect(await count('select coalesce(sum(to_records - from_records), 0) as count from jobs')).toBe(180)
    expect(await count('select count(*) from recipients')).toBe(180)
    expect(await count('select count(*) from spinner_start_jobs')).toBe(
      await count('select count(*) from jobs'),
    )
    expect(await count("select count(*) from jobs where source <> 'records'")).toBe(0)
  })

  it('begins a scheduled job with the worker that is present at its time', async () => {
    const jobId = await deployment.trigger(3)
    await deployment.query(
      "update jobs set status = 'scheduled', starts_at = now() + interval '4 seconds' where id = $1",
      [jobId],
    )
    const first = await deployment.startWorker()
    await first.kill()
    await deployment.startWorker()
    await until(async () => (await messages()) === 3)
    const [job] = await deployment.query<{ late: number }>(
      'select extract(epoch from started_at - starts_at)::float8 as late from jobs where id = $1',
      [jobId],
    )
    expect(job?.late).toBeGreaterThanOrEqual(0)
  })
})
