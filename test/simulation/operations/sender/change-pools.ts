import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ChangeSender } from '../../../../src/use-cases/sender/change-sender.ts'
import { SenderPools } from '../../../../src/use-cases/sender/pacing/sender-pools.ts'

import type { KnownPool } from '../../model/sender/known-pools.ts'
import type { Simulation } from '../../run/simulation.ts'
import { act, named, operation } from '../operation.ts'
import { connectSender } from './connect-sender.ts'

const kinds = ['create', 'put', 'put', 'take out', 'change', 'change', 'delete'] as const
type Kind = (typeof kinds)[number]

/** The highest number of pools of a simulated organization. More would leave most pools without messages. */
const maxPools = 2

/**
 * Creates a pool for several senders, changes its number, deletes it, puts a sender into it or takes it out. The first
 * change of a run connects two senders without limits of their own, creates a pool, and puts both into it.
 */
export const changePools = operation({
  name: 'change the pools of senders',
  weight: 3,
  draw: (random) => ({
    kind: random.pick(kinds),
    pool: random.below(4),
    sender: random.below(4),
    maxPerDay: random.pick([1, 1, 2, 3, 5]),
  }),
  run: async (simulation, { kind: drawn, pool: number, sender, maxPerDay }) => {
    const { model } = simulation
    await connectSenders(simulation)
    const pools = model.pools.all.filter((one) => one.maxPerDay.possible().some((most) => most !== null))
    const pool = named(pools, number)
    const kind = kinds.find((one) => one === drawn) ?? 'create'
    if (pool === null || (kind === 'create' && pools.length < maxPools))
      return await create(simulation, maxPerDay, [sender, sender + 1])
    await change(simulation, pool, { kind, sender, maxPerDay })
  },
})

/** Connects senders until there are two, so that a pool has more than one. */
async function connectSenders(simulation: Simulation): Promise<void> {
  const input = { limits: { daily: 0, gap: 0, ramp: 0 }, isDefault: true }
  for (let missing = 2 - simulation.model.senders.length; missing > 0; missing--)
    await act(simulation, { operation: connectSender.name, input }, [connectSender])
}

async function create(simulation: Simulation, maxPerDay: number, senders: readonly number[]): Promise<void> {
  const { model, demo } = simulation
  const ended = await simulation.call(`create a pool of ${maxPerDay} messages a day`, (api) =>
    api
      .get(SenderPools)
      .create({ organizationId: demo.organizationId, by: service }, { name: 'Tenant', maxPerDay }),
  )
  if (ended.kind !== 'answered') return
  const pool = model.pools.add(ended.value, maxPerDay)
  for (const sender of senders) await put(simulation, sender, pool)
}

async function change(
  simulation: Simulation,
  pool: KnownPool,
  { kind, sender, maxPerDay }: { readonly kind: Kind; readonly sender: number; readonly maxPerDay: number },
): Promise<void> {
  const requester = { organizationId: simulation.demo.organizationId, by: service }
  if (kind === 'change')
    await pool.maxPerDay.set(maxPerDay, () =>
      simulation.call(`change ${pool.name} to ${maxPerDay} messages a day`, (api) =>
        api.get(SenderPools).change(requester, { poolId: pool.id, changes: { maxPerDay }, revision: null }),
      ),
    )
  else if (kind === 'delete')
    await pool.maxPerDay.set(null, () =>
      simulation.call(`delete ${pool.name}`, (api) => api.get(SenderPools).delete(requester, pool.id)),
    )
  else await put(simulation, sender, kind === 'take out' ? null : pool)
}

async function put(simulation: Simulation, number: number, pool: KnownPool | null): Promise<void> {
  const { model, demo } = simulation
  const sender = named(model.senders, number)
  if (sender === null) return
  const words = pool === null ? `take ${sender.name} out of its pool` : `put ${sender.name} into ${pool.name}`
  const changed = {
    organizationId: demo.organizationId,
    senderId: sender.id,
    changes: { poolId: pool?.id ?? null },
    revision: null,
    by: service,
  }
  await model.pools
    .ofSender(sender.id)
    .set(pool, () => simulation.call(words, (api) => api.get(ChangeSender).execute(changed)))
}
