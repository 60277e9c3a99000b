import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ChangePlan } from '../../../../src/use-cases/plan/change-plan.ts'
import { operation } from '../operation.ts'

/** Moves the organization to a plan with small monthly limits, or back to a plan without limits. */
export const changePlan = operation({
  name: 'change the plan',
  weight: 2,
  draw: (random) => ({ plan: random.pick(['small', 'small', 'unlimited']) }),
  run: async (simulation, { plan: planId }) => {
    const { model, demo } = simulation
    const { organizationId } = demo
    await model.plan.set(planId, () =>
      simulation.call(`change to the plan "${planId}"`, (api) =>
        api.get(ChangePlan).execute({ organizationId, planId, by: service }),
      ),
    )
  },
})
