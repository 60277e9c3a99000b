import type { Scope } from '../../../../src/domain/account/api-keys/scope.ts'
import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ApiKeys } from '../../../../src/use-cases/account/api-keys/api-keys.ts'
import { projectIdsOf } from '../destination/destination-reach.ts'
import { operation } from '../operation.ts'

/** Few scopes, so that keys with and without the scope of a request are equally frequent. */
const scopeSets: readonly (readonly Scope[])[] = [
  ['ingest'],
  ['trigger'],
  ['ingest', 'trigger', 'records:read'],
  ['records:read', 'tables:read'],
  ['events:read', 'ingest'],
]

export const createKey = operation({
  name: 'create a key',
  weight: 2,
  draw: (random) => ({
    scopes: random.below(scopeSets.length),
    /** The number of the project; a number without a project stands for the whole organization. */
    project: random.pick([0, 1, 2, 2]),
    /** The seconds until the key expires; 0 for never. */
    expires: random.pick([0, 0, 0, 3_600, 3 * 86_400]),
    requestsPerSecond: random.pick([0, 0, 1]),
  }),
  run: async (simulation, { scopes: number, project, expires, requestsPerSecond: rate }) => {
    const { model, demo, clock } = simulation
    if (model.keys.all.length >= 6) return
    const name = model.shared.nextName('key')
    const projectId = (await projectIdsOf(simulation))[project] ?? null
    const limits = {
      scopes: scopeSets[number] ?? [],
      projectIds: projectId === null ? null : [projectId],
      expiresAt: expires === 0 ? null : new Date(clock.now().getTime() + expires * 1_000),
      requestsPerSecond: rate === 0 ? null : rate,
    }
    const words = `create ${name} for ${limits.scopes.join(' ')}${projectId === null ? '' : ` in project ${project + 1}`}`
    const ended = await simulation.call(words, (api) =>
      api.get(ApiKeys).create(
        { organizationId: demo.organizationId, by: service },
        {
          name,
          ...limits,
          allowedNetworks: null,
        },
      ),
    )
    if (ended.kind === 'answered') model.keys.add({ name, ...limits, ...ended.value })
  },
})
