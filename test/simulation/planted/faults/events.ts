import { type Binding, provideAs } from '../../../../src/composition/provide.ts'
import { EventStore } from '../../../../src/ports/event/events.ts'
import { OrganizationTimes } from '../../../../src/ports/organization-times.ts'
import { type EventList, ListEvents } from '../../../../src/use-cases/event/list-events.ts'

/** A planted fault: the last event of each page is left out, although the next page begins after it. */
class ShortPages extends ListEvents {
  override async execute(list: EventList) {
    const { items, next } = await super.execute(list)
    return next === null ? { items, next } : { items: items.slice(0, -1), next }
  }
}

/** The binding of a planted fault by which a reader misses events between two pages. */
export const shortPages: readonly Binding[] = [
  provideAs(ListEvents, ShortPages, EventStore, OrganizationTimes),
]

/** A planted fault: the place to begin is ignored. */
class FromTheBeginning extends ListEvents {
  override execute(list: EventList) {
    return super.execute({ ...list, since: null })
  }
}

/** The binding of a planted fault by which a reader gets events again. */
export const fromTheBeginning: readonly Binding[] = [
  provideAs(ListEvents, FromTheBeginning, EventStore, OrganizationTimes),
]
