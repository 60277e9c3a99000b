import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testModeRuleOf, testModeRules } from '../../../src/adapters/http/guard/organization-of-route.ts'
import type { Route } from '../../../src/adapters/http/route.ts'
import { features } from '../../../src/composition/features.ts'
import { servicesOf } from '../../../src/composition/http.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the rules of routes in test mode', () => {
  let world: World
  let routes: readonly Route[]
  beforeAll(async () => {
    world = await createWorld()
    const services = servicesOf(world.container, world.config)
    routes = features.flatMap((feature) => feature.routes?.(services) ?? [])
  })
  afterAll(() => world.close())

  it('name places at which there are routes', () => {
    const places = routes.flatMap(({ method, path }) => [`${method} ${path}`, `${path}/`])
    const isPlace = (rule: string) =>
      places.some((place) => place === rule || (rule.startsWith('/') && place.startsWith(`${rule}/`)))
    expect(Object.keys(testModeRules).filter((rule) => !isPlace(rule))).toEqual([])
  })

  it('show signed-in people their real account', () => {
    const ofAccount = routes.filter(({ tag, auth }) => tag === 'Accounts' && auth.kind === 'session')
    expect(ofAccount.length).toBeGreaterThan(20)
    expect(ofAccount.filter((route) => testModeRuleOf(route) !== 'real')).toEqual([])
  })

  it('let no route of the team change the real organization in test mode', () => {
    const ofTeam = routes.filter(({ tag, method }) => tag === 'Team' && method !== 'GET')
    expect(ofTeam.length).toBeGreaterThan(4)
    expect(ofTeam.filter((route) => testModeRuleOf(route) !== 'refused')).toEqual([])
  })
})
