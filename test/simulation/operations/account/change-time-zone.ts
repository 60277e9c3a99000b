import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ChangeOrganization } from '../../../../src/use-cases/account/change-organization.ts'
import { operation } from '../operation.ts'

export const changeTimeZone = operation({
  name: 'change the time zone',
  weight: 2,
  draw: (random) => ({ timeZone: random.pick(['UTC', 'Asia/Tokyo', 'America/New_York', 'Asia/Kathmandu']) }),
  run: async (simulation, { timeZone }) => {
    const { model, demo } = simulation
    await model.timeZone.set(timeZone, () =>
      simulation.call(`set the time zone to ${timeZone}`, (api) =>
        api.get(ChangeOrganization).execute({
          organizationId: demo.organizationId,
          changes: { timeZone },
          signedIn: null,
          by: service,
        }),
      ),
    )
  },
})
