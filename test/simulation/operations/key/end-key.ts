import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ApiKeys } from '../../../../src/use-cases/account/api-keys/api-keys.ts'
import { named, operation } from '../operation.ts'

export const revokeKey = operation({
  name: 'revoke a key',
  weight: 1,
  needs: 'create a key',
  draw: (random) => ({ key: random.below(6) }),
  run: async (simulation, { key: number }) => {
    const { model, demo, clock } = simulation
    const key = named(model.keys.all, number)
    if (key === null) return
    const { organizationId } = demo
    const { name, id: apiKeyId, ends } = key
    const now = clock.now()
    // A key that has ended keeps its end.
    const writes = ends.possible().map((end) => ends.begin(end !== null && end <= now ? end : now))
    const ended = await simulation.call(`revoke ${name}`, (api) =>
      api.get(ApiKeys).revoke({ organizationId, by: service }, apiKeyId),
    )
    for (const write of writes) ends.end(write, ended.kind)
  },
})

/** Replaces a key by another one with the same limits. The former one works until the end of its grace period. */
export const rotateKey = operation({
  name: 'rotate a key',
  weight: 1,
  needs: 'create a key',
  draw: (random) => ({ key: random.below(6), graceSeconds: random.pick([0, 0, 3_600, 86_400]) }),
  run: async (simulation, { key: number, graceSeconds }) => {
    const { model, demo, clock } = simulation
    const key = named(model.keys.all, number)
    if (key === null) return
    const { organizationId } = demo
    const name = model.shared.nextName('key')
    const end = new Date(clock.now().getTime() + graceSeconds * 1_000)
    const ended = await key.ends.set(end, () =>
      simulation.call(`rotate ${key.name} to ${name}, with ${graceSeconds} seconds of grace`, (api) =>
        api.get(ApiKeys).rotate({ organizationId, by: service }, key.id, { graceSeconds }),
      ),
    )
    if (ended.kind !== 'answered') return
    const { scopes, projectIds, expiresAt, requestsPerSecond } = key
    model.keys.add({ name, scopes, projectIds, expiresAt, requestsPerSecond, ...ended.value })
  },
})
