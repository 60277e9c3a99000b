import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Jobs } from '../../../../src/use-cases/job/jobs.ts'
import { named, operation } from '../operation.ts'

export const cancelJob = operation({
  name: 'cancel a job',
  weight: 1,
  draw: (random) => ({ job: random.below(16) }),
  run: async (simulation, { job: number }) => {
    const { model, demo } = simulation
    const job = named(model.jobs, number, model.inTransit.isOf)
    if (job === null) return
    const order = { organizationId: demo.organizationId, jobId: job.id, by: service }
    await model.noSendPeriods.begin('cancelled job', job.id, () =>
      simulation.call(`cancel ${job.name}`, (api) => api.get(Jobs).cancel(order, order.jobId)),
    )
  },
})
