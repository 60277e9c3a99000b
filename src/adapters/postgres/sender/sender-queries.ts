import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { Clock } from '../../../ports/clock.ts'
import { SenderQueries, type SenderView } from '../../../ports/sender/senders.ts'
import type { Database, Statement } from '../database.ts'
import { type SenderRow, senderIn, senders } from './sender-rows.ts'

const views = `
    select ${senders.selected('s')},
           coalesce(case when b.day = ($2::timestamptz at time zone s.time_zone)::date then b.used end, 0) as "usedToday"
      from senders s left join sender_budgets b on b.sender_id = s.id
     where s.organization_id = $1`

const list: Statement = {
  name: 'list_senders',
  text: `${views} and ($3::uuid is null or s.id > $3) order by s.id limit $4`,
}

const find: Statement = { name: 'find_sender', text: `${views} and s.id = $3` }

type ViewRow = SenderRow & Pick<SenderView, 'usedToday'>

export class PostgresSenderQueries extends SenderQueries {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<SenderView>> {
    const values = [organizationId, this.#clock.now(), idAfter(page), page.limit + 1]
    const rows = await this.#database.read<ViewRow>(list, values)
    return pageOf(rows.map(viewIn), page, ({ id }) => id)
  }

  override async find(organizationId: string, id: string): Promise<SenderView | null> {
    const values = [organizationId, this.#clock.now(), id]
    const [row] = await this.#database.read<ViewRow>(find, values)
    return row === undefined ? null : viewIn(row)
  }
}

function viewIn({ usedToday, ...row }: ViewRow): SenderView {
  return { ...senderIn(row), usedToday }
}
