import type pg from 'pg'
import { type Executor, entity } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'

interface AccountRow extends Pick<TableFields<'accounts'>, 'id' | 'email'> {
  readonly isConfirmed: boolean
  readonly hasSecondFactor: boolean
}

/** The accounts of a moving organization that the other cell has already, or the reason why it cannot come there. */
type AccountsThere =
  | { readonly obstacle: string }
  /** The ids of the accounts that are not copied, because the users join the accounts of the other cell. */
  | { readonly present: readonly string[] }

/**
 * Returns an SQL condition that is true if the account whose id is in a column has users of other organizations than
 * `$1`. The account then stays in the cell when the organization leaves.
 */
export function isShared(column: string): string {
  return `exists (select from users o where o.account_id = ${column} and o.organization_id <> $1)`
}

const accounts = entity('accounts', 'id')

/** The text that `close_organization` adds before the addresses of the people of a moving organization. */
const prefix = 'moving:'

/** Returns whether an address is stored for a person of a moving organization, who needs it again if the move is given up. */
export async function isReserved(executor: Executor, email: string): Promise<boolean> {
  return (await accounts.within(executor).find({ email: `${prefix}${email}` })) !== null
}

const fields = `
  a.id, regexp_replace(a.email, '^${prefix}', '') as email, a.address_confirmed_at is not null as "isConfirmed",
  exists (select from second_factors f where f.account_id = a.id and f.confirmed_at is not null)
    or exists (select from passkeys p where p.account_id = a.id) as "hasSecondFactor"`

/**
 * Compares the accounts of an organization's people with those of the other cell. An account is there already if an
 * earlier move of another organization of the person has copied it, so it has the same id. The users join it if the
 * address is still the same and confirmed in both cells, and if it is protected by a second factor there too.
 */
export async function accountsThere(
  here: pg.Client,
  there: pg.Client,
  organizationId: string,
): Promise<AccountsThere> {
  const { rows: own } = await here.query<AccountRow>(
    `select ${fields} from accounts a join users u on u.account_id = a.id where u.organization_id = $1`,
    [organizationId],
  )
  const { rows: known } = await there.query<AccountRow>(
    `select ${fields} from accounts a where a.id = any($1::uuid[]) or a.email = any($2::text[]) order by a.email`,
    [own.map(({ id }) => id), own.map(({ email }) => email)],
  )
  for (const account of known) {
    const same = own.find(({ id, email }) => id === account.id && email === account.email)
    if (same === undefined || !same.isConfirmed || !account.isConfirmed)
      return {
        obstacle: `${account.email} also has an account in the other cell, but an address can have only one account. Change or delete the account in one of the cells.`,
      }
    if (same.hasSecondFactor && !account.hasSecondFactor)
      return {
        obstacle: `${account.email} has two-factor sign-in in this cell, but not in the other one, whose account would open the organization. The person has to set it up there first.`,
      }
  }
  return { present: known.map(({ id }) => id) }
}
