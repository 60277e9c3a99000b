import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { Ids } from '../../../src/ports/ids.ts'
import { RuntimePresence } from '../../../src/ports/job/runtime-presence.ts'
import { contract } from '../../support/contracts/contract.ts'
import { createWorld, type World } from '../../support/world.ts'

contract([RuntimePresence], (name) => {
  let world: World
  let presence: RuntimePresence
  const [first, second] = ['01936f51-0000-7000-8000-000000000001', '01936f51-0000-7000-8000-000000000002']
  const live = async () => (await presence.live()).map(({ id }) => id)

  beforeEach(async () => {
    world = await createWorld(name)
    presence = world.container.get(RuntimePresence)
  })
  afterEach(() => world.close())

  it('shows no worker before one has reported', async () => {
    expect(await live()).toEqual([])
  })

  it('shows workers that reported within 15 seconds, and when they started', async () => {
    await presence.beat(first)
    await presence.beat(second)
    const [before] = await presence.live()
    await world.inspect.change({ runtimeSilentFor: 10 })
    await presence.beat(first)
    const [after] = await presence.live()
    expect(after?.startedAt).toEqual(before?.startedAt)
    expect(await live()).toEqual([first, second])
    await world.inspect.change({ runtimeSilentFor: 10 })
    expect(await live()).toEqual([first])
  })

  it('shows a worker again after a long silence', async () => {
    await presence.beat(first)
    await world.inspect.change({ runtimeSilentFor: 2 * 86_400 })
    expect(await live()).toEqual([])
    await presence.beat(first)
    expect(await live()).toEqual([first])
  })

  it('removes a worker that has left', async () => {
    await presence.beat(first)
    await presence.leave(first)
    expect(await live()).toEqual([])
  })

  it('accepts many reports at once', async () => {
    await presence.beat(first)
    await world.inspect.change({ runtimeSilentFor: 2 * 86_400 })
    const workers = Array.from({ length: 20 }, () => world.container.get(Ids).next())
    await Promise.all(workers.map((id) => presence.beat(id)))
    expect((await live()).toSorted()).toEqual(workers.toSorted())
  })
})
