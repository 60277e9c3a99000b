import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Jobs } from '../../../../src/use-cases/job/jobs.ts'

import { named, operation } from '../operation.ts'

export const pauseJob = operation({
  name: 'pause a job',
  weight: 1,
  draw: (random) => ({ job: random.below(16) }),
  run: async (simulation, { job: number }) => {
    const { model, demo } = simulation
    const job = named(model.jobs, number, model.inTransit.isOf)
    if (job === null) return
    const order = { organizationId: demo.organizationId, jobId: job.id, by: service }
    await model.noSendPeriods.begin('job', job.id, () =>
      simulation.call(`pause ${job.name}`, (api) => api.get(Jobs).pause(order, order.jobId)),
    )
  },
})

export const resumeJob = operation({
  name: 'resume a job',
  weight: 2,
  draw: (random) => ({ job: random.below(16) }),
  run: async (simulation, { job: number }) => {
    const { model, demo } = simulation
    const job = named(model.jobs, number)
    if (job === null) return
    const order = { organizationId: demo.organizationId, jobId: job.id, by: service }
    await model.noSendPeriods.end('job', job.id, () =>
      simulation.call(`resume ${job.name}`, (api) => api.get(Jobs).resume(order, order.jobId)),
    )
  },
})
