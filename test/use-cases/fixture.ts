import type { Container } from 'inversify'
import { MemoryStore, versionSlot } from '../../src/adapters/memory/store.ts'
import { digest } from '../../src/adapters/security/secret.ts'
import { createContainer } from '../../src/composition/container.ts'
import { memory } from '../../src/composition/memory.ts'
import { type Binding, provideValue } from '../../src/composition/provide.ts'
import { readConfig } from '../../src/config.ts'
import type { Credential } from '../../src/domain/account/api-keys/credential.ts'
import { defaultPlans, type PlanLimits } from '../../src/domain/plan/plan.ts'
import type { SpinnerVersion } from '../../src/domain/spinner/spinner.ts'
import type { DataRecord } from '../../src/domain/table/cell.ts'
import type { Arrival } from '../../src/ports/arrival/record-appender.ts'
import { Clock } from '../../src/ports/clock.ts'
import { Ids } from '../../src/ports/ids.ts'
import { AdmitCaller } from '../../src/use-cases/account/admit-caller.ts'
import { type Demo, SetUpDemo } from '../../src/use-cases/account/demo/set-up-demo.ts'
import { ForgetIdempotencyKeys } from '../../src/use-cases/arrival/forget-idempotency-keys.ts'
import { type Ingested, IngestRecords } from '../../src/use-cases/arrival/ingest-records.ts'
import { AskDueTurns } from '../../src/use-cases/job/ask-due-turns.ts'
import { GetJob } from '../../src/use-cases/job/get-job.ts'
import { TakeTurn } from '../../src/use-cases/job/take-turn.ts'
import {
  type TriggerCommand,
  type Triggered,
  TriggerSpinner,
} from '../../src/use-cases/job/trigger-spinner.ts'
import { CheckPlanMeter } from '../../src/use-cases/plan/check-plan-meter.ts'
import { OfferPlans } from '../../src/use-cases/plan/offer-plans.ts'
import { FakeClock } from '../support/time/fake-clock.ts'

export { lead, leads } from '../support/demo/leads.ts'

export type Fixture = Awaited<ReturnType<typeof createFixture>>

const config = readConfig({ SESSION_SECRET: 'x'.repeat(32) })
const unaborted = new AbortController().signal

/**
 * Creates the service's use cases with in-memory adapters for a test, and an organization with a data table, a
 * published spinner and an API key.
 */
export async function createFixture(...replacements: readonly Binding[]) {
  const clock = new FakeClock()
  const container = createContainer(config, memory, [provideValue(Clock, clock)], replacements)
  await container.get(OfferPlans).execute(defaultPlans)
  const demo = await container.get(SetUpDemo).execute('starter')
  if (demo === null) throw new Error('A fixture begins empty')
  const key: Credential = { kind: 'apiKey', digest: digest(demo.apiKey) }
  const token: Credential = { kind: 'ingestToken', digest: digest(demo.ingestToken) }
  const parts = { container, clock, store: container.get(MemoryStore), demo, key, token }

  return {
    ...parts,
    admitCaller: container.get(AdmitCaller),
    checkPlanMeter: container.get(CheckPlanMeter),
    forgetIdempotencyKeys: container.get(ForgetIdempotencyKeys),
    getJob: container.get(GetJob),
    setUpDemo: container.get(SetUpDemo),
    askDueTurns: container.get(AskDueTurns),
    ...requestsOf(parts),
    ...runtimeOf(parts),
    ...changesOf(parts),
    ...inspectionsOf(parts),
  }
}

interface Parts {
  readonly container: Container
  readonly clock: FakeClock
  readonly store: MemoryStore
  readonly demo: Demo
  readonly key: Credential
}

/** Returns the requests that a client of the fixture's organization makes. */
function requestsOf({ container, demo, key }: Parts) {
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

/** Returns functions that work on the fixture's jobs as a runtime does, and that move the clock. */
function runtimeOf({ container, clock, store }: Parts) {
  const takeTurn = container.get(TakeTurn)
  const askDueTurns = container.get(AskDueTurns)
  return {
    /** Runs a full turn of the organization to which the test's job belongs. */
    advance: (jobId: string, signal: AbortSignal = unaborted): Promise<void> => {
      const organizationId = store.jobs.get(jobId)?.organizationId ?? jobId
      return takeTurn.execute({ organizationId, length: 'full', signal })
    },

    /**
     * Works through the queue in a test as a runtime would, and moves the clock until no waiting recipient is
     * left.
     */
    drain: async (): Promise<void> => {
      for (;;) {
        for (let next = store.turns.shift(); next !== undefined; next = store.turns.shift())
          await takeTurn.execute({ ...next, length: 'full', signal: unaborted })
        const nextDue = [...store.slices.values()]
          .filter(({ jobId, closed }) => !closed && store.jobs.get(jobId)?.status === 'running')
          .map(({ dueAt }) => dueAt.getTime())
          .filter((at) => at > clock.now().getTime())
        if (nextDue.length === 0) return
        clock.set(new Date(Math.min(...nextDue)).toISOString())
        await askDueTurns.execute()
      }
    },

    later: (seconds: number): void => {
      clock.set(new Date(clock.now().getTime() + seconds * 1000).toISOString())
    },
  }
}

/** Returns changes of the fixture's stored objects that need no signed-in user. */
function changesOf({ container, store, demo }: Parts) {
  const offerPlans = container.get(OfferPlans)
  const { dataTableId, spinnerId } = demo

  function anyKey() {
    const [first] = store.apiKeys.values()
    if (first === undefined) throw new Error('The demo has a key')
    return first
  }

  function table() {
    const found = store.tables.get(dataTableId)
    if (found === undefined) throw new Error('The demo has a table')
    return found
  }

  return {
    limit: (limits: Partial<PlanLimits>): Promise<void> =>
      offerPlans.execute(
        defaultPlans.map((plan) => ({ ...plan, limits: { ...plan.limits, ...limits } as PlanLimits })),
      ),

    moveToPlan: (planId: string): void => {
      change(store.organizations, demo.organizationId, { planId })
    },

    changeKey: (changes: Partial<ReturnType<typeof anyKey>>): void => {
      change(store.apiKeys, anyKey().id, changes)
    },

    changeTable: (changes: Partial<ReturnType<typeof table>>): void => {
      change(store.tables, dataTableId, { schemaVersion: table().schemaVersion + 1, ...changes })
    },

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

    unpublish: (): void => {
      change(store.spinners, spinnerId, { publishedVersion: null })
    },

    changeVersion: (changes: Partial<SpinnerVersion>): void => {
      change(store.versions, versionSlot(spinnerId, 1), changes)
    },
  }
}

/** Returns functions with which a test looks at the fixture's data. */
function inspectionsOf({ container, store, demo, key }: Parts) {
  const { dataTableId, organizationId } = demo
  return {
    /** Returns every record of the fixture's data table, in order of arrival. */
    records: (): DataRecord[] => [...(store.records.get(dataTableId)?.values() ?? [])],

    used: async (meter: 'records' | 'jobs'): Promise<number> =>
      (await container.get(CheckPlanMeter).execute({ organizationId, meter, amount: 0 })).used,

    job: (jobId: string) => container.get(GetJob).execute({ credential: key, jobId }),

    /** Returns the recipients of all slices of a job to the test. */
    recipients: (jobId: string) =>
      [...store.slices.values()]
        .filter((slice) => slice.jobId === jobId)
        .flatMap((slice) => [...slice.recipients.values()]),
  }
}

/** Changes a stored object of the fixture directly, without the use case of a signed-in user. */
function change<Value extends object>(map: Map<string, Value>, id: string, changes: Partial<Value>): void {
  const present = map.get(id)
  if (present === undefined) throw new Error(`There is no ${id}`)
  map.set(id, { ...present, ...changes })
}
