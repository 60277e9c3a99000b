import { noPassword } from '../../../../src/domain/account/account.ts'
import { newSettings } from '../../../../src/domain/account/organization.ts'
import { Secrets } from '../../../../src/ports/account/secrets.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import type { Access } from '../../run/organization.ts'
import type { ServiceProcess } from '../../run/service-process.ts'
import type { Simulation } from '../../run/simulation.ts'
import { act, type Operation, operation } from '../operation.ts'

/** Operations that the service does for all organizations together. */
const ofAll = new Set(['work', 'deliver events', 'in another organization', 'by another organization'])

/** The people of the records with which another organization begins. The first organization writes to them, too. */
const people = [0, 1, 2, 3]

const firstSpinner = {
  table: 0,
  audience: 'new',
  contact: 'oncePerPerson',
  window: 0,
  isExclusive: false,
  steps: ['email', 'wait', 'email'].map((kind) => ({ kind, span: 3 })),
  exits: 2,
  stopsEverywhere: true,
}

/**
 * Does an operation in a second organization, which has a table, a spinner, a sender and records of the same people. It
 * is created at the first use. All promises are compared in it, too.
 */
export const inAnotherOrganization = operation({
  name: 'in another organization',
  weight: 10,
  draw: (random, others) => {
    const other = random.weighted(others.filter(({ name, isAlone }) => isAlone !== true && !ofAll.has(name)))
    return { operation: other.name, input: other.draw(random, others) }
  },
  run: async (simulation, action, others) => {
    const organization = simulation.organizations[1] ?? simulation.addOrganization()
    // Two operations at once would create two organizations.
    if (organization.access === null && simulation.gates.areShared) return
    organization.isTouched = true
    await simulation.within(organization, async () => {
      if (organization.access === null) await create(simulation, others)
      if (organization.access !== null) await act(simulation, action, others)
    })
  },
})

/** Creates the present organization with its first contents. */
async function create(simulation: Simulation, others: readonly Operation[]): Promise<void> {
  const { organization } = simulation
  const ended = await simulation.call('create the organization', (api) => make(api, simulation))
  if (ended.kind !== 'answered') return
  organization.access = ended.value
  organization.model.ownersAddress = ended.value.email
  const contents = [
    { operation: 'make a table', input: { otherProject: false } },
    { operation: 'connect a sender', input: { limits: { daily: 0, gap: 0, ramp: 0 }, isDefault: true } },
    { operation: 'ingest', input: { table: 0, people, by: 'key', repeats: 0 } },
    { operation: 'make a spinner', input: firstSpinner },
    {
      operation: 'trigger',
      input: { spinner: 0, form: 'plain', records: [0], delay: 0, repeats: 0 },
    },
  ]
  for (const action of contents) await act(simulation, action, others)
}

async function make(
  api: ServiceProcess,
  simulation: Simulation,
): Promise<Access & { readonly email: string }> {
  const ids = api.get(Ids)
  const [organizationId, userId, accountId] = [ids.next(), ids.next(), ids.next()]
  const createdAt = simulation.clock.now()
  const origin = { organizationId, createdAt }
  const { secret: apiKey, ...ofKey } = api.get(Secrets).apiKey()
  const email = `owner-${simulation.shared.moments.next()}@example.net`
  const account = { id: accountId, email, passwordHash: noPassword, addressConfirmedAt: null, createdAt }
  await api.get(UnitOfWork).run(async (tx) => {
    const organization = { id: organizationId, name: 'Other', planId: 'unlimited', ...newSettings, createdAt }
    await tx.organizations.add(organization)
    await tx.accounts.add(account)
    await tx.accounts.addUser({ id: userId, ...origin, accountId, email, name: 'Owner', role: 'owner' })
    await tx.apiKeys.add({ id: ids.next(), ...origin, ...ofKey, ...key })
    await tx.projects.add({ id: ids.next(), ...origin, name: 'First project' })
  })
  await simulation.subscribe(organizationId)
  return { organizationId, userId, apiKey, email }
}

const key = {
  name: 'Key',
  scopes: ['ingest', 'trigger'],
  expiresAt: null,
  revokedAt: null,
  requestsPerSecond: null,
  projectIds: null,
  allowedNetworks: null,
} as const
