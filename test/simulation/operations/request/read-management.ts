import type { Route } from '../../../../src/adapters/http/route.ts'
import { operation } from '../operation.ts'
import { askAsOwner } from './management.ts'

const queries = [
  '',
  '',
  '?q=person',
  '?email=person1%40example.com',
  '?limit=1',
  '?limit=0',
  '?cursor=x',
  '?unknown=1',
  '?since=2026-11-02T08:00:00Z',
]

/** Whether a route answers at once. A stream of events ends only with its client. */
function isRead({ method, responses }: Route): boolean {
  return method === 'GET' && responses[200]?.contentType !== 'text/event-stream'
}

/**
 * Reads answers of the management API, as the console and clients do, about things that exist and about none. No answer
 * shows an address that was erased before.
 */
export const readManagement = operation({
  name: 'read the management API',
  weight: 2,
  draw: (random) => ({
    reads: Array.from({ length: random.between(2, 6) }, () => ({
      route: random.below(1_000),
      things: random.below(1_000),
      query: random.pick(queries),
    })),
  }),
  run: async (simulation, { reads }) => {
    const erased = new Set(simulation.model.erased)
    const routes = simulation.api.management.routes.filter(isRead)
    const requests = reads.flatMap(({ route: number, ...others }) => {
      const route = routes[number % routes.length]
      return route === undefined ? [] : [{ route, body: '', ...others }]
    })
    for (const [nth, answer] of (await askAsOwner(simulation, requests)).entries()) {
      if (answer.kind !== 'answered') continue
      const text = JSON.stringify(answer.value.body)
      // An answer may repeat the address that its request names.
      const query = decodeURIComponent(requests[nth]?.query ?? '')
      for (const address of simulation.model.erased)
        if (erased.has(address) && text.includes(address) && !query.includes(address))
          simulation.fault(`an answer has the erased address ${address}: ${text.slice(0, 200)}`)
    }
  },
})
