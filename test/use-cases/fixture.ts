import { MemoryStore, versionSlot } from '../../src/adapters/memory/store.ts'
import { digest } from '../../src/adapters/security/secret.ts'
import type { Binding } from '../../src/composition/provide.ts'
import type { Credential } from '../../src/domain/account/api-keys/credential.ts'
import { defaultPlans, type PlanLimits } from '../../src/domain/plan/plan.ts'
import type { DataRecord } from '../../src/domain/record-cells.ts'
import type { SpinnerVersion } from '../../src/domain/spinner/spinner.ts'
import type { Arrival } from '../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../src/ports/ids.ts'
import { ForgetIdempotencyKeys } from '../../src/use-cases/arrival/forget-idempotency-keys.ts'
import { type Ingested, IngestRecords } from '../../src/use-cases/arrival/ingest-records.ts'
import {
  type TriggerCommand,
  type Triggered,
  TriggerSpinner,
} from '../../src/use-cases/job/trigger-spinner.ts'
import { CheckPlanMeter } from '../../src/use-cases/plan/check-plan-meter.ts'
import { OfferPlans } from '../../src/use-cases/plan/offer-plans.ts'
import { createKernel, type KernelWorld, put } from '../support/demo/kernel.ts'

export { lead, leads } from '../support/demo/leads.ts'

export type Fixture = Awaited<ReturnType<typeof createFixture>>

/** Creates the kernel in memory for a test, with functions that call its use cases and change its stored objects. */
export async function createFixture(...replacements: readonly Binding[]) {
  const kernel = await createKernel(replacements)
  const { container, clock, demo } = kernel
  const key: Credential = { kind: 'apiKey', digest: digest(demo.apiKey) }
  const token: Credential = { kind: 'webhookUrl', digest: digest(demo.ingestToken) }
  const store = container.get(MemoryStore)
  return {
    ...kernel,
    key,
    token,
    store,
    checkPlanMeter: container.get(CheckPlanMeter),
    forgetIdempotencyKeys: container.get(ForgetIdempotencyKeys),
    later: (seconds: number) => clock.advance(seconds),
    ...requestsOf(kernel, key),
    ...changesOf(kernel, store),

    /** Returns every record of the fixture's data table, in order of arrival. */
    records: (): DataRecord[] => [...(store.records.get(demo.dataTableId)?.values() ?? [])],

    used: async (meter: 'records' | 'jobs'): Promise<number> => {
      const { organizationId } = demo
      return (await container.get(CheckPlanMeter).execute({ organizationId, meter, amount: 0 })).used
    },
  }
}

/** Returns the requests that a client of the fixture's organization makes. */
function requestsOf({ container, demo }: KernelWorld, key: Credential) {
  const ingestRecords = container.get(IngestRecords)
  const triggerSpinner = container.get(TriggerSpinner)
  const { dataTableId, spinnerId } = demo
  return {
    ingest: (records: readonly DataRecord[], arrival: Partial<Arrival> = {}): Promise<Ingested> =>
      ingestRecords.execute({
        credential: key,
        dataTableId,
        idempotency: null,
        requestId: 'request',
        ...arrival,
        records,
      }),

    trigger: (command: Partial<TriggerCommand> = {}): Promise<Triggered> =>
      triggerSpinner.execute({ caller: key, spinnerId, idempotency: null, ...command }),
  }
}

/** Returns changes of the fixture's stored objects that need no signed-in user. */
function changesOf({ container, demo }: KernelWorld, store: MemoryStore) {
  const { dataTableId, organizationId, spinnerId } = demo

  function anyKey() {
    const [first] = store.apiKeys.values()
    if (first === undefined) throw new Error('The demo has a key')
    return first
  }

  function table() {
    const stored = store.tables.get(dataTableId)
    if (stored === undefined) throw new Error('The demo has a table')
    return stored
  }

  return {
    limit: (limits: Partial<PlanLimits>): Promise<void> =>
      container
        .get(OfferPlans)
        .execute(
          defaultPlans.map((plan) => ({ ...plan, limits: { ...plan.limits, ...limits } as PlanLimits })),
        ),

    moveToPlan: (planId: string): void => put(store.organizations, organizationId, { planId }),

    changeKey: (changes: Partial<ReturnType<typeof anyKey>>): void =>
      put(store.apiKeys, anyKey().id, changes),

    changeTable: (changes: Partial<ReturnType<typeof table>>): void =>
      put(store.tables, dataTableId, { schemaVersion: table().schemaVersion + 1, ...changes }),

    /** Adds another spinner over the data table of the fixture, published with the same steps. */
    addSpinner: (): string => {
      const id = container.get(Ids).next()
      const spinner = store.spinners.get(spinnerId)
      const version = store.versions.get(versionSlot(spinnerId, 1))
      if (spinner === undefined || version === undefined) throw new Error('The demo has a published spinner')
      store.spinners.set(id, { ...spinner, id })
      store.versions.set(versionSlot(id, 1), { ...version, spinnerId: id })
      return id
    },

    unpublish: (): void => put(store.spinners, spinnerId, { publishedVersion: null }),

    changeVersion: (changes: Partial<SpinnerVersion>): void =>
      put(store.versions, versionSlot(spinnerId, 1), changes),
  }
}
