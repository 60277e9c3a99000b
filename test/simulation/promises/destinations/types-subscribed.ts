import { each, type Promised } from '../promise.ts'

interface Subscription {
  readonly type: string
  readonly endless: boolean
}

/** Leaves out destinations whose types are not certain, and those that may be removed. */
export const typesSubscribed: Promised = {
  promise: 'Events of each type that a destination takes are written for as long as it exists',
  when: 'quiet',
  holds: async ({ model, rows, demo }) => {
    const existing = model.destinations.created.filter(({ mayBeRemoved }) => !mayBeRemoved)
    if (existing.length === 0) return { compared: 0, violations: [] }
    const subscriptions = await rows<Subscription>(
      "select type, subscribed_until = 'infinity' as endless from event_subscriptions where organization_id = $1",
      [demo.organizationId],
    )
    const endless = new Set(
      subscriptions.filter((subscription) => subscription.endless).map(({ type }) => type),
    )
    return each(existing, ({ name, id, settings }) => {
      const [present, ...further] = settings.possible()
      if (present === undefined || further.length > 0) return null
      const lacking = present.types.find((type) => !endless.has(type))
      return lacking === undefined ? null : `no subscription keeps events of ${lacking} for ${name} (${id})`
    })
  },
}
