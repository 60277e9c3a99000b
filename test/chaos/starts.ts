import { setTimeout } from 'node:timers/promises'
import { print, thousands } from '../../bench/support/arena.ts'
import { addRecords } from '../../bench/support/jobs.ts'
import { operator } from '../../src/domain/account/audit/actor.ts'
import { ChangeSpinner } from '../../src/use-cases/spinner/change-spinner.ts'
import { PublishSpinner } from '../../src/use-cases/spinner/publish-spinner.ts'
import { Deployment } from '../process/deployment.ts'

/**
 * Kills runtimes at random while records arrive for a spinner that starts on them. At the end every record
 * must be the recipient of one job, and every job must belong to a different start time. Nobody may have been
 * written to twice.
 */
const kills = Number(process.env['CHAOS_KILLS'] ?? 200)
const windowSeconds = 5
const patienceMs = 120_000

const deployment = await Deployment.create({ RUNTIME_CONCURRENCY: '2', SEND_CONCURRENCY: '10' })
let faults = 0
try {
  const { dataTableId, spinnerId } = deployment.first
  const command = { organizationId: deployment.demo.organizationId, spinnerId, by: operator, revision: null }
  const starts = { on: 'records', withinSeconds: windowSeconds } as const
  await deployment.container.get(ChangeSpinner).execute({ ...command, changes: { starts } })
  await deployment.container.get(PublishSpinner).execute({ ...command, insists: true, takesAlong: false })
  let workers = [await deployment.startWorker(), await deployment.startWorker()]
  let records = 0
  for (let kill = 0; kill < kills; kill++) {
    const size = 1 + Math.floor(Math.random() * 40)
    await deployment.withClient((client) => addRecords(client, dataTableId, size, null))
    records += size
    await setTimeout(Math.random() * 600)
    const which = kill % 2
    await workers[which]?.kill()
    workers = workers.with(which, await deployment.startWorker())
  }
  const ended = performance.now() + patienceMs
  while ((await open()) > 0 || (await count('select count(*) from recipients')) < records) {
    if (performance.now() > ended) break
    await setTimeout(200)
  }
  const promises = [
    ['records', records, true],
    ['recipients', await count('select count(*) from recipients'), null],
    ['recipients, each once', await count('select count(distinct record_id) from recipients'), null],
    ['totals of jobs', await count('select sum(to_records - from_records) as count from jobs'), null],
    ['jobs', await count('select count(*) from jobs'), true],
    ['starts', await count('select count(*) from begun_starts'), await count('select count(*) from jobs')],
    ['not at their end', await open(), 0],
    [
      'written to twice',
      await count('select count(*) from (select from outbox group by record_id having count(*) > 1) t'),
      0,
    ],
    ['in doubt', await count("select count(*) from recipients where state = 'unconfirmed'"), true],
  ] as const
  const broken = promises.map(([, value, wanted]) => wanted !== true && value !== (wanted ?? records))
  faults = broken.filter(Boolean).length
  print(
    promises.map(([name, value], index) => [name, thousands(value), broken[index] === true ? 'BROKEN' : '']),
  )
} finally {
  await deployment.close()
}
process.exit(faults === 0 ? 0 : 1)

function open(): Promise<number> {
  return count("select count(*) from jobs where status <> 'completed'")
}

async function count(text: string): Promise<number> {
  const [row] = await deployment.query<{ count: string }>(text)
  return Number(row?.count ?? 0)
}
