import type { Route } from '../../../../src/adapters/http/route.ts'
import { operation } from '../operation.ts'
import { askAsOwner } from './management.ts'

/** Bodies that no route takes. */
export const malformedBodies = [
  '',
  '[]',
  'null',
  '1',
  '"text"',
  '{',
  '{"a":',
  '\u0000',
  '{"__proto__":{"name":1},"constructor":[]}',
  '{"unknown field \ud83e\uddf5":1}',
  `${'['.repeat(500)}${']'.repeat(500)}`,
  `{"name":${'9'.repeat(400)}}`,
  `{"unknown":"${'x'.repeat(70_000)}"}`,
]

function takesBody({ method, body, upload }: Route): boolean {
  return method !== 'GET' && body !== undefined && body.optional !== true && upload === undefined
}

/** Sends bodies to the management API that no route takes. Each answer is a refusal of the request. */
export const malformedRequests = operation({
  name: 'malformed requests',
  weight: 1,
  draw: (random) => ({
    requests: Array.from({ length: random.between(2, 6) }, () => ({
      route: random.below(1_000),
      things: random.below(1_000),
      body: random.below(malformedBodies.length),
    })),
  }),
  run: async (simulation, { requests }) => {
    const routes = simulation.api.management.routes.filter(takesBody)
    const malformed = requests.flatMap(({ route: number, things, body }) => {
      const route = routes[number % routes.length]
      return route === undefined
        ? []
        : [{ route, things, query: '', body: malformedBodies[body % malformedBodies.length] ?? '' }]
    })
    for (const [nth, answer] of (await askAsOwner(simulation, malformed)).entries())
      if (answer.kind === 'answered' && answer.value.status < 400)
        simulation.fault(`${malformed[nth]?.route.path} took the body ${malformed[nth]?.body.slice(0, 60)}`)
  },
})
