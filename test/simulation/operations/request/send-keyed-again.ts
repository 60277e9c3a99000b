import type { SentKeyedRequest } from '../../model/organization/keyed-request.ts'
import { hashOf } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { operation } from '../operation.ts'
import { tokenOf } from './management.ts'

/**
 * Sends a request that creates a project several times with one Idempotency-Key: up to three times at once, while the
 * API process may end between any two uses of the database, and again after the lease of the claim has ended. The lease
 * may also end while a request is in progress, as if its process stood still.
 */
export const sendKeyedAgain = operation({
  name: 'send a keyed request again',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  draw: (random) => ({
    atOnce: random.between(1, 3),
    later: random.between(1, 2),
    order: random.below(1_000_000),
    /** The use of the database at which the API process ends; 0 if it does not. */
    gate: random.chance(0.7) ? random.between(1, 16) : 0,
    when: random.pick(['before', 'after']),
    inside: random.chance(0.5),
    leaseEnds: random.chance(0.3),
  }),
  run: async (simulation, { atOnce, later, order, gate, when, inside, leaseEnds }) => {
    const { model, demo, gates } = simulation
    const token = await tokenOf(simulation, demo.userId, 'the owner')
    if (token === null) return
    const request: SentKeyedRequest = { name: `project ${++model.keyedRequestCount}`, answers: [] }
    model.keyedRequests.push(request)
    const { api } = simulation
    if (gate > 0) api.crashAt({ gate, when: when === 'before' ? 'before' : 'after', isInside: inside })
    const actors = Array.from({ length: atOnce }, () => () => send(simulation, token, request))
    if (leaseEnds) actors.push(() => endLease(simulation, request))
    let decided = 0
    await gates.together(actors, (count) => hashOf('order', order, decided++) % count)
    api.crashAt(null)
    await endLease(simulation, request)
    for (let sent = 0; sent < later; sent++) await send(simulation, token, request)
  },
})

const keyOf = ({ name }: SentKeyedRequest) => name.replace(' ', '-')

async function send(simulation: Simulation, token: string, request: SentKeyedRequest): Promise<void> {
  const ended = await simulation.ask(`create ${request.name} by its key`, {
    method: 'POST',
    path: '/api/v1/projects',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': keyOf(request),
    },
    body: JSON.stringify({ name: request.name }),
    isManagement: true,
  })
  if (ended.kind !== 'answered') return
  const { status, body } = ended.value
  if (status < 300) request.answers.push(JSON.stringify([status, body]))
}

/** Ends the lease of the claim of a request, which would last longer by the real clock of the database. */
async function endLease({ rows }: Simulation, request: SentKeyedRequest): Promise<void> {
  await rows(
    `update idempotency_keys set lease_until = clock_timestamp() - interval '1 second'
      where key = $1 and lease_until is not null returning 1`,
    [keyOf(request)],
  )
}
