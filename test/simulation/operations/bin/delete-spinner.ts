import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Jobs } from '../../../../src/use-cases/job/jobs.ts'
import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'

import type { KnownSpinner } from '../../model/model.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'

export const deleteSpinner = operation({
  name: 'delete a spinner',
  weight: 1,
  draw: (random) => ({ spinner: random.below(8), cancels: random.chance(0.6) }),
  run: async (simulation, { spinner: number, cancels }) => {
    const spinner = named(simulation.model.spinners, number)
    if (spinner !== null) await moveSpinnerToBin(simulation, spinner, cancels)
  },
})

/** Unpublishes a simulated spinner and deletes it. The service refuses the deletion while a job of it is running. */
export async function moveSpinnerToBin(
  simulation: Simulation,
  spinner: KnownSpinner,
  cancelsJobs: boolean,
): Promise<void> {
  const { model, demo, clock } = simulation
  const { id, name, starts, bin } = spinner
  const { organizationId } = demo
  const order = { organizationId, spinnerId: id, by: service }
  if (cancelsJobs)
    for (const job of model.jobs.filter((one) => one.spinner === spinner))
      if (!model.noSendPeriods.isSilent('cancelled job', job.id))
        await model.noSendPeriods.begin('cancelled job', job.id, () =>
          simulation.call(`cancel ${job.name}`, (api) =>
            api.get(Jobs).cancel({ organizationId, by: service }, job.id),
          ),
        )
  const unpublished = await starts.unpublish(() =>
    simulation.call(`unpublish ${name}`, (api) => api.get(Spinners).unpublish(order, order.spinnerId)),
  )
  if (unpublished.kind !== 'refused') spinner.publishedSteps = null
  await model.noSendPeriods.begin('deleted spinner', id, () =>
    bin.delete(clock.now(), () =>
      simulation.call(`delete ${name}`, (api) => api.get(Spinners).delete(order, order.spinnerId)),
    ),
  )
}
