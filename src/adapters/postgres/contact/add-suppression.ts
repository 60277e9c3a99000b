import type { Suppression } from '../../../domain/contact/suppression.ts'
import type { AddedSuppression } from '../../../ports/contact/contact-rules.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'

export const storedSuppressions = entity(
  'suppressions',
  'id',
  'organizationId',
  'email',
  'reason',
  'note',
  'createdAt',
)

const add: Statement = {
  name: 'add_suppression',
  text: `
    with added as (
      insert into suppressions (id, organization_id, email, reason, created_at, note) values ($1, $2, $3, $4, $5, $6)
      on conflict (organization_id, email) do nothing returning *
    ), rewritten as (
      update suppressions set note = $6 where organization_id = $2 and email = $3 and $6::text is not null
        and not exists (select from added) returning *
    ), noted as (
      insert into suppression_events (organization_id, email, at, kind)
      select $2, $3, $5, $4
       where $4 is distinct from coalesce(
         (select e.kind from suppression_events e
           where e.organization_id = $2 and e.email = $3 order by e.at desc, e.kind desc limit 1),
         (select s.reason from suppressions s where s.organization_id = $2 and s.email = $3))
      on conflict do nothing returning 1
    )
    select s.*, exists (select from noted) as "isNewReason"
      from (select 1) one
      left join lateral (
        select ${storedSuppressions.selected()}, true as "isNew" from added
        union all
        select ${storedSuppressions.selected()}, false from rewritten
        union all
        select ${storedSuppressions.selected()}, false from suppressions where organization_id = $2 and email = $3
         limit 1) s on true`,
}

/** The entry of an address; null if another caller has just added or removed it. */
type Entry = (Selected<typeof storedSuppressions> & { readonly isNew: boolean }) | { readonly id: null }
type AddedRow = Entry & { readonly isNewReason: boolean }

/**
 * The maximum number of attempts to suppress an address. Each attempt after the first means that another
 * caller has just added or removed the same suppression.
 */
const maxTries = 5

/**
 * Suppresses an address. An address that is suppressed already keeps its first reason. The new reason is noted as
 * a suppression event, unless the latest event has the same.
 */
export async function addSuppression(
  connection: OpenTransaction['connection'],
  { id, organizationId, email, reason, note, createdAt }: Suppression,
): Promise<AddedSuppression> {
  const values = [id, organizationId, email, reason, createdAt, note]
  let isNewReason = false
  for (let tries = 1; ; tries++) {
    const [row] = await execute<AddedRow>(connection, add, values)
    // An attempt that finds no entry may have noted the reason, and then the next one does not.
    isNewReason ||= row?.isNewReason === true
    if (row !== undefined && row.id !== null) {
      const { isNew, isNewReason: _, ...entry } = row
      return { entry, isNew, isNewReason }
    }
    // The statement finds no entry if another caller has just suppressed the same address, or has just ended
    // its suppression; the loop tries again.
    if (tries === maxTries)
      throw new Error(
        'The address could not be suppressed, because other requests changed its suppression at every attempt',
      )
  }
}
