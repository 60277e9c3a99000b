import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Ids } from '../../../src/ports/ids.ts'
import { ServiceState } from '../../../src/ports/service-state.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('ServiceState', () => {
  let world: World
  let runtime: ServiceState
  const [first, second] = ['01936f51-0000-7000-8000-000000000001', '01936f51-0000-7000-8000-000000000002']
  const live = async () => (await runtime.live()).map(({ id }) => id)

  beforeEach(async () => {
    world = await createWorld()
    runtime = world.container.get(ServiceState)
  })
  afterEach(() => world.close())

  it('shows no worker before one has reported', async () => {
    expect(await live()).toEqual([])
  })

  it('shows workers that reported within 15 seconds, and when they started', async () => {
    await runtime.beat(first)
    await runtime.beat(second)
    const [before] = await runtime.live()
    await world.inspect.change({ runtimeSilentFor: 10 })
    await runtime.beat(first)
    const [after] = await runtime.live()
    expect(after?.startedAt).toEqual(before?.startedAt)
    expect(await live()).toEqual([first, second])
    await world.inspect.change({ runtimeSilentFor: 10 })
    expect(await live()).toEqual([first])
  })

  it('shows a worker again after a long silence', async () => {
    await runtime.beat(first)
    await world.inspect.change({ runtimeSilentFor: 2 * 86_400 })
    expect(await live()).toEqual([])
    await runtime.beat(first)
    expect(await live()).toEqual([first])
  })

  it('removes a worker that has left', async () => {
    await runtime.beat(first)
    await runtime.leave(first)
    expect(await live()).toEqual([])
  })

  it('accepts many reports at once', async () => {
    await runtime.beat(first)
    await world.inspect.change({ runtimeSilentFor: 2 * 86_400 })
    const workers = Array.from({ length: 20 }, () => world.container.get(Ids).next())
    await Promise.all(workers.map((id) => runtime.beat(id)))
    expect((await live()).toSorted()).toEqual(workers.toSorted())
  })
})
