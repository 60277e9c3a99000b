import type { Route } from '../../../../src/adapters/http/route.ts'
import { service } from '../../../../src/domain/account/audit/actor.ts'
import { SessionTokens } from '../../../../src/ports/account/accounts.ts'
import { DemoSignIns } from '../../../../src/use-cases/account/demo/demo-sign-ins.ts'
import type { EdgeReply } from '../../run/edge.ts'
import type { Ended, Simulation } from '../../run/simulation.ts'
import { pathTo } from './things.ts'

/** A request of the management API. `things` decides which things its path names. */
export interface Requested {
  readonly route: Route
  readonly things: number
  readonly query: string
  readonly body: string
}

/** Sends requests of the management API as the owner of the simulated organization, in one session. */
export async function askAsOwner(
  simulation: Simulation,
  requests: readonly Requested[],
): Promise<readonly Ended<EdgeReply>[]> {
  const token = await tokenOf(simulation, simulation.demo.userId, 'the owner')
  return token === null ? [] : await askByToken(simulation, token, requests)
}

/** Sends requests of the management API in the session that a token names. */
export async function askByToken(
  simulation: Simulation,
  token: string,
  requests: readonly Requested[],
): Promise<readonly Ended<EdgeReply>[]> {
  const answers: Ended<EdgeReply>[] = []
  for (const { route, things, query, body } of requests) {
    const { method } = route
    const path = `/api/v1${await pathTo(simulation, route.path, things)}${query}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sending = { method, path, headers, body, isManagement: true }
    answers.push(await simulation.ask(`${method} ${path.slice(0, 120)}`, sending))
  }
  return answers
}

/** Signs a person without a password in, and returns the token of the session; null without an answer. */
export async function tokenOf(simulation: Simulation, userId: string, name: string): Promise<string | null> {
  const client = { kind: 'console', userAgent: null, ipAddress: '192.0.2.7' } as const
  const ended = await simulation.call(`${name} signs in`, async (api) => {
    const session = await api.get(DemoSignIns).signIn({ userId, by: service, client })
    return await api.get(SessionTokens).sign(session)
  })
  return ended.kind === 'answered' ? ended.value : null
}
