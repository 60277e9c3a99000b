import { isDeepStrictEqual } from 'node:util'
import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { SpinnerPace } from '../../../../src/domain/spinner/spinner-pace.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { PublishSpinner } from '../../../../src/use-cases/spinner/publish-spinner.ts'
import type { Settings } from '../../model/known-settings.ts'
import type { KnownSpinner } from '../../model/model.ts'
import type { Simulation } from '../../run/simulation.ts'

interface Publishing {
  readonly movesRecipients?: boolean
  /**
   * The choice in a publish call whether the first automatic job takes the existing records of a spinner that
   * starts on records; null if the call names none.
   */
  readonly existing?: 'include' | 'exclude' | null
}

/**
 * Publishes the draft of a spinner, and stores in the simulator's model which existing records are excluded by
 * this. The draft may start on records because an earlier operation changed it but failed to publish it.
 */
export async function publishDraft(
  simulation: Simulation,
  spinner: KnownSpinner,
  { movesRecipients = false, existing = null }: Publishing,
): Promise<void> {
  const { model, demo, clock, gates } = simulation
  const { starts, table, id, name, steps } = spinner
  const isAlone = !gates.areShared
  const there = [...table.acknowledged]
  const open = starts.draft.possible().includes('records') ? await openJobs(simulation, spinner) : []
  const words = `publish ${name}${movesRecipients ? ' and take waiting recipients along' : ''}${existing === null ? '' : `, ${existing} what is there`}`
  const order = { organizationId: demo.organizationId, spinnerId: id, revision: null, ignoresWarnings: true }
  model.noSendPeriods.mayEnd('deleted spinner', id)
  const { ended, leavesOut } = await starts.publish(existing, () =>
    spinner.pace.publish(
      () =>
        simulation.call(words, (api) =>
          api
            .get(PublishSpinner)
            .execute({ ...order, existingRecords: existing, movesRecipients, by: service }),
        ),
      () => publishedPace(simulation, spinner),
    ),
  )
  if (ended.kind === 'answered') spinner.publishedSteps = spinner.steps === steps ? steps : null
  else if (ended.kind === 'crashed') spinner.publishedSteps = null
  if (ended.kind === 'answered' && isAlone && !gates.areShared) await noteVersion(simulation, spinner)
  if (ended.kind === 'answered' && movesRecipients) await noteMoves(simulation, spinner)
  if (!leavesOut || !isAlone) return
  for (const ref of there) {
    const record = `${name} ${ref}`
    if (!model.leftOut.has(record))
      model.leftOut.set(record, { at: clock.now(), moment: model.moments.next() })
  }
  const mayBeTaken = open.some(({ isNamed }) => !isNamed) ? there : await namedBy(simulation, spinner, open)
  for (const ref of mayBeTaken) model.mayComeBack.add(`${name} ${ref}`)
}

/** Returns the pace of the version that was just published; "unknown" if another operation may publish meanwhile. */
async function publishedPace({ rows, gates }: Simulation, { id }: KnownSpinner) {
  if (gates.areShared) return 'unknown'
  const [version] = await rows<{ pace: SpinnerPace | null }>(
    `select v.pace from spinners s join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      where s.id = $1`,
    [id],
  )
  return version === undefined ? 'unknown' : version.pace
}

/** Notes the number of the version that was just published, and reports a setting that differs from the draft. */
async function noteVersion({ rows, fault }: Simulation, spinner: KnownSpinner): Promise<void> {
  const { id, name, settings, steps, isDraftCertain, starts } = spinner
  const [row] = await rows<{
    readonly number: number
    readonly settings: Settings
    readonly startsOn: string
  }>(
    `select v.version as number, v.starts ->> 'on' as "startsOn",
            jsonb_build_object('audience', v.audience, 'contact', v.contact, 'isExclusive', v.is_exclusive, 'exclude', v.exclude,
              'exits', v.exits,
              'reply', v.reply, 'sendWindow', v.send_window, 'pace', v.pace, 'goal', v.goal) as settings
       from spinners s join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      where s.id = $1`,
    [id],
  )
  const [startsOn, ...others] = starts.draft.possible()
  if (row === undefined || !isDraftCertain || startsOn === undefined) return
  const { number } = row
  if (!isDeepStrictEqual(ordered(row.settings), ordered(settings)))
    fault(`version ${number} of ${name} has other settings than its draft: ${JSON.stringify(row.settings)}`)
  if (others.length > 0 || spinner.versions.some((version) => version.number === number)) return
  spinner.versions = [...spinner.versions, { number, settings, steps, startsOn }]
}

/** The service stores exits in an order of its own. */
function ordered(settings: Settings): Settings {
  return { ...settings, exits: settings.exits.toSorted() }
}

/** Notes the unfinished jobs of a spinner that have its published version, to which a publication may have moved them. */
async function noteMoves({ model, rows }: Simulation, { id }: KnownSpinner): Promise<void> {
  const moment = model.moments.next()
  const moved = await rows<{ jobId: string; steps: readonly Step[] }>(
    `select j.id as "jobId", v.steps from spinners s
       join jobs j on j.spinner_id = s.id and j.spinner_version = s.published_version and is_unfinished_job(j.status)
       join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      where s.id = $1`,
    [id],
  )
  for (const { jobId, steps } of moved) model.steps.moves.set(jobId, { steps, moment })
}

interface OpenJob {
  readonly id: string
  readonly isNamed: boolean
}

/**
 * Returns the simulated spinner's jobs that may still return records if they are cancelled after the spinner is
 * published.
 */
function openJobs({ rows }: Simulation, { id }: KnownSpinner): Promise<readonly OpenJob[]> {
  return rows<OpenJob>(
    `select id, has_explicit_audience as "isNamed" from jobs where spinner_id = $1 and (is_unfinished_job(status) or releases_records)`,
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
        select n.record_id from explicit_records n where n.spinner_id = $1 and n.job_id = any($3)
        union select a.record_id from explicit_record_other_jobs a where a.spinner_id = $1 and a.job_id = any($3))`,
    [id, table.id, jobs.map((job) => job.id), table.columnOf('ref')],
  )
  return found.map(({ ref }) => ref)
}
