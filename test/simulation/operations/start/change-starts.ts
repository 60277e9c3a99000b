import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { Starts } from '../../../../src/domain/spinner/starts.ts'
import { ChangeSpinner } from '../../../../src/use-cases/spinner/change-spinner.ts'
import { PublishSpinner } from '../../../../src/use-cases/spinner/publish-spinner.ts'
import type { KnownSpinner } from '../../model/model.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'

const ways: readonly Starts[] = [
  { on: 'records', withinSeconds: 60 },
  { on: 'records', withinSeconds: 86_400 },
  { on: 'schedule', cron: '0 9 * * *', timeZone: 'Europe/Berlin' },
  { on: 'call' },
]

/** Changes how a spinner starts and publishes it, mostly without a choice about the existing records. */
export const changeStarts = operation({
  name: 'change how a spinner starts',
  weight: 2,
  draw: (random) => ({
    spinner: random.below(8),
    starts: random.pick([0, 0, 1, 2, 3]),
    existing: random.pick([null, null, null, 'include', 'exclude']),
  }),
  run: async (simulation, { spinner: number, starts: way, existing: drawn }) => {
    const { model, demo } = simulation
    const spinner = named(model.spinners, number)
    const starts = ways[way]
    if (spinner === null || starts === undefined || spinner.audience === 'all') return
    const of = { organizationId: demo.organizationId, spinnerId: spinner.id, revision: null }
    const changed = await simulation.call(`let ${spinner.name} start on ${starts.on}`, (api) =>
      api.get(ChangeSpinner).execute({ ...of, changes: { starts } }),
    )
    if (changed.kind !== 'answered') return
    const existing =
      starts.on !== 'records' || drawn === null ? null : drawn === 'include' ? 'include' : 'exclude'
    const there = [...spinner.table.acknowledged]
    const open = await openJobs(simulation, spinner)
    const said = existing === null ? '' : `, ${existing} what is there`
    const published = await simulation.call(`publish ${spinner.name}${said}`, (api) =>
      api.get(PublishSpinner).execute({ ...of, existing, insists: true, takesAlong: false, by: service }),
    )
    if (published.kind !== 'answered') return
    const startedOnRecords = model.starts.get(spinner.id) === 'records'
    model.starts.set(spinner.id, starts.on)
    if (starts.on !== 'records' || existing === 'include' || (existing === null && startedOnRecords)) return
    const mayBeTaken = open.some(({ isNamed }) => !isNamed) ? there : await namedBy(simulation, spinner, open)
    for (const ref of there) {
      const name = `${spinner.name} ${ref}`
      if (!model.leftOut.has(name)) model.leftOut.set(name, simulation.clock.now())
    }
    for (const ref of mayBeTaken) model.mayComeBack.add(`${spinner.name} ${ref}`)
  },
})

interface OpenJob {
  readonly id: string
  readonly isNamed: boolean
}

/** Returns jobs that may still give records back after the spinner is published. */
function openJobs({ rows }: Simulation, { id }: KnownSpinner): Promise<readonly OpenJob[]> {
  return rows<OpenJob>(
    `select id, named as "isNamed" from jobs where spinner_id = $1 and (is_unfinished_job(status) or gives_back)`,
    [id],
  )
}

async function namedBy(
  { rows }: Simulation,
  { id, table }: KnownSpinner,
  jobs: readonly OpenJob[],
): Promise<readonly string[]> {
  const found = await rows<{ ref: string }>(
    `select r.data ->> $4 as ref from records r
      where r.data_table_id = $2 and r.id in (
        select n.record_id from named_records n where n.spinner_id = $1 and n.job_id = any($3)
        union select a.record_id from also_named a where a.spinner_id = $1 and a.job_id = any($3))`,
    [id, table.id, jobs.map((job) => job.id), table.columnOf('ref')],
  )
  return found.map(({ ref }) => ref)
}
