import { type KnownKey, validityOf } from '../../model/organization/known-keys.ts'
import type { EdgeReply } from '../../run/edge.ts'
import type { Ended, Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'

/**
 * The number of requests at one moment of which the last one must be refused: a full allowance of ten seconds, and those
 * that are admitted while a new caller is looked up.
 */
const requests = 14

/** Sends more requests at one moment than the rate of a key allows, and another one when the service says so. */
export const burst = operation({
  name: 'a burst of requests',
  weight: 1,
  needs: 'create a key',
  draw: (random) => ({ key: random.below(6) }),
  run: async (simulation, { key: number }) => {
    const { model, clock, gates } = simulation
    const limited = model.keys.all.filter(
      ({ requestsPerSecond, scopes }) => requestsPerSecond === 1 && scopes.includes('trigger'),
    )
    const key = named(limited, number)
    if (key === null || gates.areShared || !validityOf(key, clock.now()).every(Boolean)) return
    let retryAfter: number | null = null
    for (let nth = 0; nth < requests && retryAfter === null; nth++) {
      const reply = await send(simulation, key)
      if (reply === null) return
      if (reply.status === 429) retryAfter = reply.retryAfter ?? 0
    }
    const words = `${requests} requests of ${key.name} at once`
    model.keys.uses.push({
      words,
      expected: 'refused',
      answer: retryAfter === null ? 'admitted' : 'refused',
    })
    if (retryAfter === null) return
    if (retryAfter < 1) simulation.fault(`${words}: refused without the time of a retry`)
    clock.pass(retryAfter * 1_000)
    const retry = await send(simulation, key)
    if (retry === null) return
    const answer = retry.status === 429 ? 'refused' : 'admitted'
    model.keys.uses.push({
      words: `a retry of ${key.name} after ${retryAfter} seconds`,
      expected: 'admitted',
      answer,
    })
  },
})

/** Triggers a spinner that does not exist, which changes nothing. Returns null without an answer. */
async function send(simulation: Simulation, { name, secret }: KnownKey): Promise<EdgeReply | null> {
  const ended: Ended<EdgeReply> = await simulation.ask(`a request of ${name}`, {
    method: 'POST',
    path: '/api/v1/public/trigger/00000000-0000-7000-8000-000000000000',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: '{}',
  })
  return ended.kind === 'answered' ? ended.value : null
}
