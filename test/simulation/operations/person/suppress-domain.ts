import { service } from '../../../../src/domain/account/audit/actor.ts'
import { AddressSuppressor } from '../../../../src/use-cases/contact/address-suppressor.ts'
import { domainsOfPeople } from '../../model/people.ts'
import { operation } from '../operation.ts'

/** Suppresses a domain of several people, alone or in a list with other entries. */
export const suppressDomain = operation({
  name: 'suppress a domain',
  weight: 1,
  draw: (random) => ({
    /** Most domains are that at work, so that a run goes on to write to the other addresses. */
    domain: random.pick([0, 1, 1, 1]),
    isInList: random.chance(0.4),
    hasCapitals: random.chance(0.2),
  }),
  run: async (simulation, { domain: number, isInList, hasCapitals }) => {
    const { model, demo } = simulation
    const { organizationId } = demo
    const domain = domainsOfPeople[number] ?? domainsOfPeople[0]
    const written = hasCapitals ? domain.toUpperCase() : domain
    const of = { organizationId, by: service }
    await model.noSendPeriods.begin('domain', domain, () =>
      simulation.call(`suppress the domain ${written}${isInList ? ' in a list' : ''}`, async (api) => {
        const suppressor = api.get(AddressSuppressor)
        if (!isInList) return await suppressor.suppressDomain(of, written, null)
        return await suppressor.suppressList({ ...of, entries: [`@${written}`, 'nobody'], note: null })
      }),
    )
  },
})

export const liftDomain = operation({
  name: 'lift the suppression of a domain',
  weight: 2,
  needs: 'suppress a domain',
  draw: (random) => ({ domain: random.below(domainsOfPeople.length) }),
  run: async (simulation, { domain: number }) => {
    const { model, demo } = simulation
    const { organizationId } = demo
    const domain = domainsOfPeople[number] ?? domainsOfPeople[0]
    const [row] = await simulation.rows<{ id: string }>(
      'select id from suppressions where organization_id = $1 and email = $2',
      [organizationId, `@${domain}`],
    )
    if (row === undefined) return
    await model.noSendPeriods.end('domain', domain, () =>
      simulation.call(`lift the suppression of ${domain}`, (api) =>
        api.get(AddressSuppressor).lift({ organizationId, by: service }, row.id),
      ),
    )
  },
})
