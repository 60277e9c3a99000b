import { digest } from '../../../../src/adapters/security/secret.ts'
import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { DomainError } from '../../../../src/domain/errors.ts'
import { eventTypes } from '../../../../src/domain/event/event-type.ts'
import { plainRequest } from '../../../../src/domain/job/audience/trigger-request.ts'
import { testPlan } from '../../../../src/domain/test-mode/test-organization.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { ApiKeys } from '../../../../src/use-cases/account/api-keys/api-keys.ts'
import { IngestRecords } from '../../../../src/use-cases/arrival/ingest-records.ts'
import { TriggerSpinner } from '../../../../src/use-cases/job/trigger-spinner.ts'
import { OfferPlans } from '../../../../src/use-cases/plan/offer-plans.ts'
import { CreateSpinner } from '../../../../src/use-cases/spinner/create-spinner.ts'
import { PublishSpinner } from '../../../../src/use-cases/spinner/publish-spinner.ts'
import { Columns } from '../../../../src/use-cases/table/columns/columns.ts'
import { DataTables } from '../../../../src/use-cases/table/data-tables.ts'
import { Projects } from '../../../../src/use-cases/table/projects.ts'

import { testOrganizationIn } from '../../../../src/use-cases/test-mode/test-organization-in.ts'
import {
  KnownTestOrganization,
  type TestContents,
  type TestMeter,
  testLimits,
} from '../../model/organization/test-organization.ts'
import { peopleCount } from '../../model/people.ts'
import type { ServiceProcess } from '../../run/service-process.ts'
import type { Ended, Simulation } from '../../run/simulation.ts'
import { operation } from '../operation.ts'
import { inTestTime, monthOf } from './test-time.ts'

/** Enters test mode, and ingests records into the test organization or triggers its spinner. */
export const useTestMode = operation({
  name: 'use test mode',
  weight: 3,
  draw: (random) => ({
    requests: Array.from({ length: random.between(1, 3) }, () => ({
      /** The people whose records are ingested; an empty list for a trigger. */
      people: Array.from({ length: random.pick([0, 1, 3, 5]) }, () => random.below(peopleCount)),
    })),
  }),
  run: async (simulation, { requests }) => {
    const organization = await enter(simulation)
    const contents = organization && (await fill(simulation, organization))
    if (organization === null || contents === null) return
    for (const { people } of requests)
      if (people.length === 0) await trigger(simulation, organization, contents)
      else await ingest(simulation, organization, contents, people)
  },
})

/** Returns the test organization, and creates it at the first call. Null if the call got no answer. */
export async function enter(simulation: Simulation): Promise<KnownTestOrganization | null> {
  const { model, demo, clock } = simulation
  if (model.testOrganization !== null) return model.testOrganization
  const ended = await simulation.call('enter test mode', async (api) => {
    await api.get(OfferPlans).execute([{ ...testPlan, limits: { ...testPlan.limits, ...testLimits } }])
    return api.get(UnitOfWork).run(async (tx) => {
      const ids = api.get(Ids)
      const id = await testOrganizationIn(tx, {
        realId: demo.organizationId,
        now: clock.realNow(),
        ids,
        by: service,
      })
      await tx.events.subscribeDestinations(id, eventTypes, clock.realNow())
      return id
    })
  })
  if (ended.kind !== 'answered') return null
  const rows = await simulation.rows<{ name: string }>('select name from organizations where id = $1', [
    ended.value,
  ])
  // Another call may have entered meanwhile.
  model.testOrganization ??= new KnownTestOrganization(ended.value, rows[0]?.name ?? '')
  return model.testOrganization
}

/** Returns the contents of the test organization, and creates them at the first call and after a reset. */
async function fill(
  simulation: Simulation,
  organization: KnownTestOrganization,
): Promise<TestContents | null> {
  if (organization.contents !== null) return organization.contents
  const ended = await simulation.call('fill the test organization', (api) =>
    inTestTime(api, organization.id, () => make(api, organization.id)),
  )
  if (ended.kind === 'answered') organization.contents = ended.value
  return organization.contents
}

async function make(api: ServiceProcess, organizationId: string): Promise<TestContents> {
  const of = { organizationId, by: service }
  const projectId = await api.get(Projects).create(of, 'Copy')
  const dataTableId = await api.get(DataTables).create(of, { projectId, name: 'Leads' })
  for (const name of ['ref', 'email'])
    await api.get(Columns).add(of, { dataTableId, revision: null, name, isMetadata: true, type: 'text' })
  const { token } = await api.get(DataTables).rotateIngestToken(of, { dataTableId, graceSeconds: 0 })
  const spinnerId = await api.get(CreateSpinner).execute({
    ...of,
    projectId,
    dataTableId,
    name: 'Welcome',
    audience: 'new',
    contact: 'oncePerRecord',
    isExclusive: false,
    exits: [],
    reply: { scope: 'job' },
    sendWindow: null,
    steps: [
      { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' },
      { type: 'wait', seconds: 3 * 86_400 },
      { type: 'email', to: '{{ email }}', subject: 'Hello again', text: 'Hello' },
    ],
  })
  await api.get(PublishSpinner).execute({
    ...of,
    spinnerId,
    revision: null,
    ignoresWarnings: true,
    existingRecords: null,
    movesRecipients: false,
  })
  const { secret } = await api.get(ApiKeys).create(of, {
    name: 'Test',
    scopes: ['trigger'],
    expiresAt: null,
    requestsPerSecond: null,
    projectIds: null,
    allowedNetworks: null,
  })
  return { tokenDigest: digest(token), keyDigest: digest(secret), spinnerId }
}

async function ingest(
  simulation: Simulation,
  organization: KnownTestOrganization,
  { tokenDigest }: TestContents,
  people: readonly number[],
): Promise<void> {
  const { model } = simulation
  // Uses addresses of their own, because the erasure of a person does not reach the test organization.
  const records = people.map((person) => ({
    ref: model.nextRecord(),
    email: `person${person}@test.example.com`,
  }))
  const words = `ingest ${records.map(({ ref }) => ref).join(' ')} in test mode`
  await spend(simulation, organization, 'records', records.length, words, (api) =>
    api.get(IngestRecords).execute({
      credential: { kind: 'webhookUrl', digest: tokenDigest },
      dataTableId: null,
      records,
      idempotency: null,
      requestId: '',
    }),
  )
}

async function trigger(
  simulation: Simulation,
  organization: KnownTestOrganization,
  { keyDigest, spinnerId }: TestContents,
): Promise<void> {
  await spend(simulation, organization, 'jobs', 1, 'trigger in test mode', (api) =>
    api.get(TriggerSpinner).execute({
      caller: { kind: 'apiKey', digest: keyDigest },
      spinnerId,
      idempotency: null,
      request: plainRequest,
    }),
  )
}

/**
 * Makes a request of the test organization that uses an amount of a meter. A refusal because of the plan is a fault if
 * the meter certainly had room for the request.
 */
async function spend(
  simulation: Simulation,
  organization: KnownTestOrganization,
  meter: TestMeter,
  amount: number,
  words: string,
  work: (api: ServiceProcess) => Promise<unknown>,
): Promise<Ended<unknown>> {
  const { clock } = simulation
  const first = monthOf(clock)
  const { most } = organization.usedOf(meter, first)
  const ended = await simulation.call(words, (api) => inTestTime(api, organization.id, () => work(api)))
  organization.note(meter, [first, monthOf(clock)], amount, ended.kind)
  const isFull = ended.kind === 'refused' && isOfMeter(ended.error)
  if (isFull && !simulation.gates.areShared && most + amount <= testLimits[meter])
    simulation.fault(`${words}: refused by the meter, of which at most ${most} were used`)
  return ended
}

function isOfMeter(error: DomainError): boolean {
  return error.code === 'PLAN_LIMIT'
}
