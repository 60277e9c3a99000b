import type { World } from '../world.ts'

/** Returns the event types to which a destination or a program of an organization is subscribed, in their order. */
export async function requestedTypes({ sql }: World, organizationId: string): Promise<readonly string[]> {
  const { rows } = await sql.query<{ type: string }>(
    'select type from event_subscriptions where organization_id = $1 order by type',
    [organizationId],
  )
  return rows.map(({ type }) => type)
}
