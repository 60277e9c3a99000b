import { meterSlot } from '../../../src/adapters/memory/meters.ts'
import { MemoryStore } from '../../../src/adapters/memory/store.ts'
import { createContainer } from '../../../src/composition/container.ts'
import { memory } from '../../../src/composition/memory.ts'
import { type Binding, provideValue } from '../../../src/composition/provide.ts'
import { readConfig } from '../../../src/config.ts'
import type { ApiKey } from '../../../src/domain/account/api-keys/api-key.ts'
import { scopes } from '../../../src/domain/account/api-keys/scope.ts'
import { defaultPlans } from '../../../src/domain/plan/plan.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { type Demo, SetUpDemo } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import { OfferPlans } from '../../../src/use-cases/plan/offer-plans.ts'
import { FakeClock } from '../time/fake-clock.ts'
import { createWorld, type World } from '../world.ts'

const config = readConfig({ SESSION_SECRET: 'x'.repeat(32) })

/** The parts of a `World` that the kernel in memory has too. Contracts of the kernel's ports use these parts alone. */
export interface KernelWorld extends Pick<World, 'container' | 'clock' | 'demo' | 'close'> {
  readonly inspect: Pick<World['inspect'], 'records' | 'appends' | 'used' | 'jobs' | 'turns' | 'change'>
}

/** Creates the kernel in memory with the demo organization, for tests of its ports and use cases. */
export async function createKernel(replacements: readonly Binding[] = []): Promise<KernelWorld> {
  const clock = new FakeClock()
  const container = createContainer(config, memory, [provideValue(Clock, clock)], replacements)
  await container.get(OfferPlans).execute(defaultPlans)
  const demo = await container.get(SetUpDemo).execute('starter')
  if (demo === null) throw new Error('A kernel begins empty')
  return { container, clock, demo, inspect: inspect(container.get(MemoryStore), demo), close: async () => {} }
}

/** The storages on which the contracts of the kernel's ports run. */
export const storages: readonly (readonly [name: string, create: () => Promise<KernelWorld>])[] = [
  ['kernel', createKernel],
  ['PostgreSQL', createWorld],
]

function inspect(store: MemoryStore, demo: Demo): KernelWorld['inspect'] {
  return {
    records: async (id) => [...(store.records.get(id)?.values() ?? [])],
    appends: async (id) => (store.appends.get(id) ?? []).map(({ seq, count }) => ({ seq, count })),
    used: async (organizationId, meter, period) =>
      store.meters.get(meterSlot({ organizationId, meter, period })) ?? 0,
    jobs: async () =>
      [...store.jobs.values()].map(({ id, status, audience: { from, to } }) => {
        return { id, status, fromSeq: from.seq, toSeq: to.seq }
      }),
    turns: async () => [...store.turns].map((organizationId) => ({ organizationId })),
    change: async (change) => {
      const { organizationId, spinnerId } = demo
      if ('plan' in change) put(store.organizations, organizationId, { planId: change.plan })
      else if ('unpublish' in change)
        put(store.spinners, spinnerId, { publishedVersion: change.unpublish ? null : 1 })
      else if ('used' in change) {
        const { amount, ...month } = change.used
        store.meters.set(meterSlot({ organizationId, ...month }), amount)
      } else if ('keyExpiresAt' in change) putKeys(store, { expiresAt: change.keyExpiresAt })
      else if ('keyRevokedAt' in change) putKeys(store, { revokedAt: change.keyRevokedAt })
      else if ('scopes' in change)
        putKeys(store, { scopes: scopes.filter((scope) => change.scopes.includes(scope)) })
      else throw new Error('The kernel has no such change')
    },
  }
}

function putKeys({ apiKeys }: MemoryStore, changes: Partial<ApiKey>): void {
  for (const id of apiKeys.keys()) put(apiKeys, id, changes)
}

/** Changes a stored object of the kernel directly, without the use case of a signed-in user. */
export function put<Value extends object>(
  map: Map<string, Value>,
  id: string,
  changes: Partial<Value>,
): void {
  const present = map.get(id)
  if (present === undefined) throw new Error(`There is no ${id}`)
  map.set(id, { ...present, ...changes })
}
