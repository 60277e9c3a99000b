import { service } from '../../../../src/domain/account/audit/actor.ts'
import { PauseJob } from '../../../../src/use-cases/job/pause/pause-job.ts'
import { ResumeJob } from '../../../../src/use-cases/job/pause/resume-job.ts'
import { named, operation } from '../operation.ts'

export const pauseJob = operation({
  name: 'pause a job',
  weight: 1,
  draw: (random) => ({ job: random.below(16) }),
  run: async (simulation, { job: number }) => {
    const { model, demo } = simulation
    const job = named(model.jobs, number)
    if (job === null) return
    const order = { organizationId: demo.organizationId, jobId: job.id, by: service }
    const ended = await simulation.call(`pause ${job.name}`, (api) => api.get(PauseJob).execute(order))
    if (ended.kind === 'answered') model.silences.begin('job', job.id, `${job.name} is paused`)
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
    model.silences.mayEnd('job', job.id, simulation.clock.now())
    await simulation.call(`resume ${job.name}`, (api) => api.get(ResumeJob).execute(order))
  },
})
