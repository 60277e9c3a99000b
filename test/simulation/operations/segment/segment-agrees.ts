import { digest } from '../../../../src/adapters/security/secret.ts'
import { RehearseTrigger } from '../../../../src/use-cases/job/rehearsal/rehearse-trigger.ts'
import { CountSegment } from '../../../../src/use-cases/table/segments/count-segment.ts'
import { Segments } from '../../../../src/use-cases/table/segments/segments.ts'
import { drain } from '../../run/due-work.ts'
import { rehearsedCount } from '../job/rehearse.ts'
import { startJob } from '../job/trigger.ts'
import { named, operation } from '../operation.ts'

/**
 * Counts a segment, rehearses a job over it, and starts the job. The count, the recipients of the rehearsal and those of
 * the job are the same, because nothing else happens meanwhile.
 */
export const segmentAgrees = operation({
  name: 'a segment is counted, rehearsed and triggered',
  weight: 2,
  needs: 'create a segment',
  isAlone: true,
  draw: (random) => ({
    spinner: random.below(8),
    segment: random.below(6),
    decide: random.pick(['atStart', 'now'] as const),
  }),
  run: async (simulation, { spinner: number, segment: of, decide: drawn }) => {
    const { model, demo, shared } = simulation
    const spinner = named(model.spinners, number)
    const segment = named(
      model.segments.filter(({ table }) => table === spinner?.table),
      of,
    )
    if (spinner === null || segment === null) return
    await drain(simulation)
    shared.isEverybodyKind = true
    const { organizationId } = demo
    const counted = await simulation.call(`count ${segment.name}`, async (api) => {
      const { segment: stored } = await api.get(Segments).find(organizationId, segment.id)
      return api.get(CountSegment).execute(stored)
    })
    const audience = { kind: 'segment', segmentId: segment.id } as const
    const request = {
      audience,
      exclude: null,
      data: null,
      scheduledAt: null,
      decide: null,
      maxRecipients: null,
    }
    const rehearsal = await simulation.call(`rehearse ${spinner.name} for ${segment.name}`, (api) =>
      api.get(RehearseTrigger).execute({
        caller: { kind: 'apiKey', digest: digest(demo.apiKey) },
        spinnerId: spinner.id,
        request,
        gone: new AbortController().signal,
      }),
    )
    const decide = drawn === 'now' ? 'now' : 'atStart'
    const job = await startJob(simulation, spinner, { audience, scheduledAt: null, key: null, decide })
    await drain(simulation)
    shared.isEverybodyKind = false
    if (counted.kind !== 'answered' || rehearsal.kind !== 'answered') return
    const { value: count, isEstimate } = counted.value
    const rehearsed = rehearsedCount(rehearsal.value.result)
    if (!isEstimate && count !== rehearsed)
      simulation.fault(`${segment.name} has ${count} records, and was rehearsed with ${rehearsed} recipients`)
    const [row] = await simulation.rows<{ recipients: number }>(
      `select count(r.*)::int as recipients from jobs j left join recipients r on r.job_id = j.id
        where j.id = $1 and j.status in ('running', 'completed') group by j.id`,
      [job?.id],
    )
    if (row !== undefined && row.recipients !== rehearsed && !simulation.hasCrashed)
      simulation.fault(
        `${segment.name} was rehearsed with ${rehearsed} recipients, and the job over it has ${row.recipients}`,
      )
  },
})
