import { service } from '../../../../src/domain/account/audit/actor.ts'
import { TestMode } from '../../../../src/use-cases/test-mode/test-mode.ts'

import { operation } from '../operation.ts'
import { inTestTime, monthOf } from './test-time.ts'

const day = 86_400

/** Advances the test clock. The runtimes do the work that becomes due. */
export const advanceTestClock = operation({
  name: 'advance the test clock',
  weight: 3,
  needs: 'use test mode',
  draw: (random) => ({
    seconds: random.pick([3_600, day, 10 * day, 31 * day, 62 * day]),
    stopsAtMessage: random.pick([false, false, true]),
  }),
  run: async (simulation, { seconds, stopsAtMessage }) => {
    const { testOrganization } = simulation.model
    if (testOrganization === null) return
    const { id: organizationId } = testOrganization
    await simulation.call(`advance the test clock by ${seconds / 3_600} hours`, (api) =>
      inTestTime(api, organizationId, () =>
        api.get(TestMode).advance({ organizationId, by: service }, { seconds, stopsAtMessage }),
      ),
    )
  },
})

/** Empties the test organization. Its meters of the month stay. */
export const resetTestMode = operation({
  name: 'reset test mode',
  weight: 2,
  needs: 'use test mode',
  draw: () => ({}),
  run: async (simulation) => {
    const { testOrganization } = simulation.model
    if (testOrganization === null) return
    const { id: organizationId, name } = testOrganization
    const ended = await simulation.call('reset test mode', (api) =>
      inTestTime(api, organizationId, () =>
        api.get(TestMode).reset({ organizationId, by: service }, name, simulation.clock.realNow()),
      ),
    )
    // A reset that got no answer may have deleted the contents, so new ones are made.
    if (ended.kind !== 'refused') testOrganization.reset(monthOf(simulation.clock))
  },
})
