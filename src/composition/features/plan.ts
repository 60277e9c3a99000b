import { planRoutes } from '../../adapters/http/account/plan-routes.ts'
import { Database } from '../../adapters/postgres/database.ts'
import { PostgresPlanStore } from '../../adapters/postgres/plan/plan-store.ts'
import { OfferedPlans } from '../../domain/plan/plan.ts'
import { Clock } from '../../ports/clock.ts'
import { PlanStore } from '../../ports/plan/plans.ts'
import { UnitOfWork } from '../../ports/unit-of-work.ts'
import { ChangePlan } from '../../use-cases/plan/change-plan.ts'
import { CheckPlanMeter } from '../../use-cases/plan/check-plan-meter.ts'
import { OfferPlans } from '../../use-cases/plan/offer-plans.ts'
import type { Feature } from '../feature.ts'
import { provide, provideAs, provideValue } from '../provide.ts'

/**
 * The feature of plans, with the meters: the monthly counts of added records and started jobs, and their
 * limits.
 */
export const plan: Feature = {
  bindings: ({ plans }) => [
    provide(CheckPlanMeter, PlanStore, Clock),
    provide(ChangePlan, UnitOfWork, OfferedPlans, Clock),
    provide(OfferPlans, UnitOfWork),
    provideValue(OfferedPlans, new OfferedPlans(plans)),
    provideAs(PlanStore, PostgresPlanStore, Database, Clock),
  ],
  routes: (services) => planRoutes(services),
}
