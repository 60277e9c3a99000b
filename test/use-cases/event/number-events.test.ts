import { expect, it } from '@jest/globals'
import { Events } from '../../../src/ports/event/events.ts'
import { NumberEvents } from '../../../src/use-cases/event/number-events.ts'
import { createFixture, leads } from '../fixture.ts'

it('gives numbers to the events of all organizations, although more of them are busy than fit into one sweep', async () => {
  const on = await createFixture()
  const inAnHour = new Date(on.clock.now().getTime() + 3_600_000)
  await on.container.get(Events).ask(on.demo.organizationId, ['record.added'], inAnHour)
  await on.ingest(leads(1))
  const [batch] = on.store.newEvents.values()
  if (batch === undefined) throw new Error('An event was expected')
  const ids = Array.from({ length: 700 }, (_, no) => `organization ${String(no).padStart(3, '0')}`)
  for (const [from, to] of [
    [0, 500],
    [500, 700],
    [0, 500],
  ]) {
    on.store.newEvents.clear()
    for (const [no, organizationId] of ids.entries()) on.store.newEvents.set(no, { ...batch, organizationId })
    await on.container.get(NumberEvents).execute()
    const numbered = on.store.events.splice(0).map(({ organizationId }) => organizationId)
    expect(numbered).toEqual(ids.slice(from, to))
  }
})
