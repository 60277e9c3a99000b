import { setTimeout } from 'node:timers/promises'
import { addRecords } from '../../../bench/support/jobs.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { PublishSpinner } from '../../../src/use-cases/spinner/publish-spinner.ts'
import { Spinners } from '../../../src/use-cases/spinner/spinners.ts'
import type { Deployment } from '../../process/deployment.ts'
import { exactly, type Figure, plain } from '../stage/figures.ts'
import { type Scenario, setting } from '../stage/scenario.ts'
import { Crew, countIn, deploy, pauseUpTo } from '../stage/stage.ts'

const kills = setting('KILLS', 200)
const windowSeconds = 5
const patienceMs = 120_000

/**
 * A chaos scenario that kills runtimes at random while records arrive for a spinner that starts on them. At
 * the end every record must be the recipient of one job, and every job must belong to a different start time.
 * No recipient may have been written to twice.
 */
export const starts: Scenario = {
  about: 'kill -9 of runtimes while records arrive for a spinner that starts on records',
  runs: ['run'],
  run: async (name) => {
    const deployment = await deploy({ RUNTIME_CONCURRENCY: '2', SEND_CONCURRENCY: '10' })
    const { dataTableId, spinnerId } = deployment.first
    const { organizationId } = deployment.demo
    const command = { organizationId, spinnerId, by: operator, revision: null }
    const changes = { starts: { on: 'records', withinSeconds: windowSeconds } } as const
    await deployment.container.get(Spinners).change(command, { ...command, changes })
    await deployment.container
      .get(PublishSpinner)
      .execute({ ...command, ignoresWarnings: true, movesRecipients: false })
    const crew = await Crew.start(deployment)
    let records = 0
    while (crew.kills < kills) {
      const size = 1 + Math.floor(Math.random() * 40)
      await deployment.withClient((client) => addRecords(client, dataTableId, size, null))
      records += size
      await pauseUpTo(600)
      await crew.killOne(crew.kills % 2)
    }
    const recipients = () => countIn(deployment, 'select count(*) from recipients')
    for (const end = performance.now() + patienceMs; performance.now() < end; await setTimeout(200))
      if ((await openJobs(deployment)) === 0 && (await recipients()) >= records) break
    return { [name]: await look(deployment, records) }
  },
}

async function look(deployment: Deployment, records: number): Promise<readonly Figure[]> {
  const count = (text: string) => countIn(deployment, text)
  const jobs = await count('select count(*) from jobs')
  return [
    plain('records', records),
    exactly('recipients', await count('select count(*) from recipients'), records),
    exactly('different recipients', await count('select count(distinct record_id) from recipients'), records),
    exactly(
      'totals of jobs',
      await count('select sum(to_records - from_records) as count from jobs'),
      records,
    ),
    plain('jobs', jobs),
    exactly('starts', await count('select count(*) from spinner_start_jobs'), jobs),
    exactly('jobs that have not ended', await openJobs(deployment)),
    exactly(
      'written to twice',
      await count(
        'select count(*) from (select from captured_messages group by record_id having count(*) > 1) t',
      ),
    ),
    plain('in doubt', await count("select count(*) from recipients where status = 'unconfirmed'")),
  ]
}

function openJobs(deployment: Deployment): Promise<number> {
  return countIn(deployment, "select count(*) from jobs where status <> 'completed'")
}
