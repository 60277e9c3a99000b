import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { Suppression, SuppressionReason } from '../../../domain/person/suppression.ts'
import { Suppressions } from '../../../ports/person/suppressions.ts'
import type { Database, Statement } from '../database.ts'

const columns = 'id, organization_id as "organizationId", email, reason, created_at as "createdAt"'

const reasonFor: Statement = {
  name: 'suppression_reason',
  text: 'select reason from suppressions where organization_id = $1 and email = $2',
}

const add: Statement = {
  name: 'add_suppression',
  text: `
    with added as (
      insert into suppressions (id, organization_id, email, reason, created_at) values ($1, $2, $3, $4, $5)
      on conflict (organization_id, email) do nothing returning *
    )
    select ${columns} from added
    union all
    select ${columns} from suppressions where organization_id = $2 and email = $3 limit 1`,
}

const remove: Statement = {
  name: 'remove_suppression',
  text: 'delete from suppressions where organization_id = $1 and id = $2 returning id',
}

const list: Statement = {
  name: 'list_suppressions',
  text: `
    select ${columns} from suppressions
     where organization_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
}

/** Each further one is owed to another caller who adds or removes the same address in that moment. */
const mostTries = 5

export class PostgresSuppressions extends Suppressions {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async reasonFor(organizationId: string, email: string): Promise<SuppressionReason | null> {
    const values = [organizationId, email]
    const [entry] = await this.#database.read<{ reason: SuppressionReason }>(reasonFor, values)
    return entry?.reason ?? null
  }

  override async add({ id, organizationId, email, reason, createdAt }: Suppression): Promise<Suppression> {
    const values = [id, organizationId, email, reason, createdAt]
    for (let tries = 1; ; tries++) {
      const [entry] = await this.#database.write<Suppression>(add, values)
      if (entry !== undefined) return entry
      // The entry that stood in the way was committed after this statement had begun to look, or removed since.
      if (tries === mostTries) throw new Error('An address that is suppressed has an entry')
    }
  }

  override async remove(organizationId: string, id: string): Promise<boolean> {
    return (await this.#database.write(remove, [organizationId, id])).length > 0
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<Suppression>> {
    const values = [organizationId, idAfter(page), page.limit + 1]
    return pageOf(await this.#database.read<Suppression>(list, values), page, ({ id }) => id)
  }
}
