import { digest } from '../../../../src/adapters/security/secret.ts'
import type {
  RequestedAudience,
  TriggerRequest,
} from '../../../../src/domain/job/audience/trigger-request.ts'
import { plainRequest } from '../../../../src/domain/job/audience/trigger-request.ts'
import { type Audience, soughtSegmentOf } from '../../../../src/domain/spinner/audience.ts'
import { TriggerSpinner } from '../../../../src/use-cases/job/trigger-spinner.ts'
import type { KnownJob, KnownSpinner, Model } from '../../model/model.ts'
import type { SegmentOfJob } from '../../model/segment/known-segment.ts'
import type { Ended, Simulation } from '../../run/simulation.ts'
import { recordOf } from '../arrival/ingest.ts'
import { named, operation } from '../operation.ts'

export const trigger = operation({
  name: 'trigger',
  weight: 6,
  draw: (random) => ({
    spinner: random.below(8),
    form: random.pick(['plain', 'plain', 'plain', 'ids', 'records', 'where']),
    records: Array.from({ length: random.between(1, 3) }, () => random.below(32)),
    /** The hours from the simulated trigger until the job starts; 0 to start at once. */
    delay: random.pick([0, 0, 0, 0, 2]),
    /**
     * The number of identical trigger requests that are sent with one idempotency key; 0 for one request
     * without a key.
     */
    repeats: random.pick([0, 0, 1, 2]),
  }),
  run: async (simulation, { spinner: number, form, records, delay, repeats }) => {
    const { model, clock } = simulation
    const spinner = named(model.spinners, number)
    if (spinner === null) return
    const audience = await audienceOf(simulation, spinner, form, records)
    if (audience === null) return
    const scheduledAt = delay === 0 ? null : new Date(clock.now().getTime() + delay * 3_600_000)
    const key = repeats === 0 ? null : `trigger-${model.nextTrigger()}`
    for (let sent = 0; sent < Math.max(repeats, 1); sent++)
      await startJob(simulation, spinner, { audience, scheduledAt, key })
  },
})

async function audienceOf(
  simulation: Simulation,
  spinner: KnownSpinner,
  form: string,
  numbers: readonly number[],
): Promise<RequestedAudience | null> {
  switch (form) {
    case 'ids': {
      const rows = await simulation.rows<{ id: string }>(
        'select id from records where data_table_id = $1 order by id',
        [spinner.table.id],
      )
      const ids = numbers.flatMap((number) => named(rows, number)?.id ?? [])
      return ids.length === 0 ? null : { kind: 'recordIds', ids: [...new Set(ids)] }
    }
    case 'records':
      return {
        kind: 'records',
        records: numbers.map((number) => recordOf(simulation, spinner.table, number % 9)),
      }
    case 'where':
      return {
        kind: 'where',
        where: { column: spinner.table.columnOf('city'), operator: 'equals', value: 'Berlin' },
      }
    default:
      return { kind: 'spinner' }
  }
}

interface Sending {
  readonly audience: RequestedAudience
  readonly scheduledAt: Date | null
  /** The moment that decides which records of a segment are recipients; null for the default. */
  readonly decide?: TriggerRequest['decide']
  readonly key: string | null
  /**
   * The id of a rehearsal that the trigger request names. The service refuses the request if the job would by
   * now differ from the rehearsal.
   */
  readonly rehearsal?: string | null
  /** The data of the trigger request; null for none. */
  readonly data?: TriggerRequest['data']
  /** The ids of the segments that the trigger excludes. */
  readonly excludes?: readonly string[]
  /** The secret of the key that triggers; null for the first key of the organization. */
  readonly secret?: string | null
}

export async function startJob(
  simulation: Simulation,
  spinner: KnownSpinner,
  {
    audience,
    scheduledAt,
    key,
    decide = null,
    rehearsal = null,
    data = null,
    excludes = [],
    secret = null,
  }: Sending,
  tell: (ended: Ended<unknown>) => void = () => {},
): Promise<KnownJob | null> {
  const { model, demo, clock } = simulation
  const name = model.nextName('job')
  const begun = model.moments.next()
  const at = clock.now()
  const refs = audience.kind === 'records' ? audience.records.map((record) => String(record['ref'])) : []
  const of = audience.kind === 'segment' ? nameOf(model, audience.segmentId) : refs.join(' ')
  const words = `trigger ${spinner.name} as ${name}, ${audience.kind} ${of}${decide === null ? '' : `, decided ${decide}`}${key === null ? '' : `, ${key}`}${data === null ? '' : ', with data'}${excludes.map((id) => `, without ${nameOf(model, id)}`).join('')}`
  const lacksData = data === null && (await requiresData(simulation, spinner))
  const ended = await simulation.call(words, (api) =>
    api.get(TriggerSpinner).execute({
      caller: { kind: 'apiKey', digest: digest(secret ?? demo.apiKey) },
      spinnerId: spinner.id,
      idempotency: key === null ? null : { key, fingerprint: key },
      request: {
        ...plainRequest,
        audience,
        scheduledAt,
        decide,
        rehearsal,
        data,
        exclude: excludes.length === 0 ? null : { segmentIds: excludes },
      },
    }),
  )
  tell(ended)
  const answered = model.moments.next()
  if (refs.length > 0) {
    const inserted = ended.kind === 'answered' ? (ended.value.answer.details?.inserted ?? refs.length) : 0
    spinner.table.noteSent({ refs, begun, ended: answered }, ended.kind, inserted)
  }
  if (ended.kind === 'crashed') model.jobsInDoubt++
  if (lacksData && !simulation.gates.areShared) {
    model.triggersWithoutData++
    if (ended.kind === 'answered') simulation.fault(`${words}: started without the data that it requires`)
  }
  if (ended.kind !== 'answered') return null
  const { jobId } = ended.value.answer
  const known = model.jobs.find(({ id }) => id === jobId)
  if ((known !== undefined) !== ended.value.replayed && known !== undefined)
    simulation.fault(`${words}: the same job was started twice`)
  if (known !== undefined) return known
  // An earlier request without an answer may have started the job, at another moment.
  const answeredAt = clock.now()
  const segment = ended.value.replayed
    ? {}
    : await segmentOfJob(simulation, jobId, { audience, scheduledAt, decide, at, answeredAt })
  const job = {
    id: jobId,
    name,
    spinner,
    root: jobId,
    audience: audience.kind,
    excludes,
    begun,
    answered,
    ...segment,
  }
  model.jobs.push(job)
  return job
}

function nameOf({ segments }: Model, segmentId: string): string {
  return segments.find(({ id }) => id === segmentId)?.name ?? segmentId
}

/**
 * Returns the segment whose records a job takes that was just started. The version of a job over the audience of its
 * spinner is uncertain if another operation runs meanwhile, which may publish another one.
 */
async function segmentOfJob(
  { rows, gates, model }: Simulation,
  jobId: string,
  {
    audience,
    scheduledAt,
    decide,
    at,
    answeredAt,
  }: Required<Pick<Sending, 'audience' | 'scheduledAt' | 'decide'>> & Pick<SegmentOfJob, 'at' | 'answeredAt'>,
): Promise<Pick<KnownJob, 'segment'>> {
  const moment = decide ?? (scheduledAt === null ? 'atStart' : 'now')
  if (audience.kind === 'segment')
    return { segment: { id: audience.segmentId, decide: moment, at, answeredAt } }
  if (audience.kind !== 'spinner' || model.segments.length === 0) return { segment: null }
  if (gates.areShared) return {}
  const [version] = await rows<{ audience: Audience }>(
    `select v.audience from jobs j join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
      where j.id = $1`,
    [jobId],
  )
  if (version === undefined) return {}
  const id = soughtSegmentOf(version.audience)
  return { segment: id === null ? null : { id, decide: moment, at, answeredAt } }
}

/** Returns whether the published version of a simulated spinner requires data from its triggers. */
async function requiresData({ rows }: Simulation, { id }: KnownSpinner): Promise<boolean> {
  const found = await rows(
    `select from spinners s join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      where s.id = $1 and v.trigger_data @? '$[*] ? (@.required == true)'`,
    [id],
  )
  return found.length > 0
}
