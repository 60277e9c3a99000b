import { expect, it } from '@jest/globals'
import { ArrivalStore } from '../../../src/ports/arrival/arrivals.ts'
import { BodyDecoder } from '../../../src/ports/arrival/body-decoder.ts'
import { SearchArrivals } from '../../../src/use-cases/arrival/search-arrivals.ts'
import { heldArrival } from '../../support/data/held-arrival.ts'
import { createTenant } from '../../support/tenant.ts'
import { FakeTimers } from '../../support/time/fake-timers.ts'
import { createWorld } from '../../support/world.ts'

it('a search of arrivals ends after a second and can be continued, even while the clock stands still', async () => {
  const world = await createWorld()
  const { container } = world
  const own = await createTenant(world)
  const arrivals = container.get(ArrivalStore)
  for (let no = 0; no < 5; no++)
    await arrivals.keep(heldArrival(world, own, no, { lead: { email: `lead-${no}@example.com` } }), null)
  const timers = new FakeTimers()
  const searching = new SearchArrivals(arrivals, container.get(BodyDecoder), timers)
  const filter = { dataTableId: own.dataTableId, status: null, code: null, format: null }
  const search = (after: string | null) =>
    searching.execute(own.organizationId, filter, 'nobody', { limit: 50, after }, async () =>
      timers.advance(600),
    )
  const first = await search(null)
  expect([first.items, first.searched, first.next]).toEqual([[], 2, expect.any(String)])
  const second = await search(first.next)
  const last = await search(second.next)
  expect([second.searched, last.searched, last.next]).toEqual([2, 1, null])
  await world.close()
})
