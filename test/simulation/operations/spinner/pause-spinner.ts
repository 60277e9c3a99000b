import { service } from '../../../../src/domain/account/audit/actor.ts'
import { SpinnerPauses } from '../../../../src/use-cases/job/pause/spinner-pauses.ts'

import { named, operation } from '../operation.ts'

export const pauseSpinner = operation({
  name: 'pause a spinner',
  weight: 1,
  draw: (random) => ({ spinner: random.below(8) }),
  run: async (simulation, { spinner: number }) => {
    const { model, demo } = simulation
    const spinner = named(model.spinners, number, model.inTransit.isOf)
    if (spinner === null) return
    const order = { organizationId: demo.organizationId, spinnerId: spinner.id, by: service }
    await model.noSendPeriods.begin('spinner', spinner.id, () =>
      simulation.call(`pause ${spinner.name}`, (api) => api.get(SpinnerPauses).pause(order, order.spinnerId)),
    )
  },
})

export const resumeSpinner = operation({
  name: 'resume a spinner',
  weight: 2,
  draw: (random) => ({ spinner: random.below(8) }),
  run: async (simulation, { spinner: number }) => {
    const { model, demo } = simulation
    const spinner = named(model.spinners, number)
    if (spinner === null) return
    const order = { organizationId: demo.organizationId, spinnerId: spinner.id, by: service }
    await model.noSendPeriods.end('spinner', spinner.id, () =>
      simulation.call(`resume ${spinner.name}`, (api) =>
        api.get(SpinnerPauses).resume(order, order.spinnerId),
      ),
    )
  },
})
