import type { Reach } from '../../../domain/account/reach.ts'
import type { Attempt } from '../../../domain/event/destination/attempt.ts'
import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import { Destinations, type DestinationView, type DisabledNotice } from '../../../ports/event/destinations.ts'
import type { Database, Statement } from '../database.ts'
import type { NotNull, Selected } from '../schema/columns.ts'
import { attempts, destinations, readAttempt, readDestination } from './destination-rows.ts'

const view = `
  select ${destinations.selected('d')},
         (select count(*)::int from destination_retries r where r.destination_id = d.id) as retries,
         (select count(*)::int from destination_replays r where r.destination_id = d.id) as replays
    from destinations d
   where d.organization_id = $1 and ($2::uuid[] is null or d.project_id = any($2::uuid[]))`

const list: Statement = {
  name: 'list_destinations',
  text: `${view} and ($3::uuid is null or d.id > $3) order by d.id limit $4`,
}

const find: Statement = { name: 'find_destination', text: `${view} and d.id = $3` }

const listAttempts: Statement = {
  name: 'list_destination_attempts',
  text: `
    select ${attempts.selected('a')} from destination_attempts a
     where a.destination_id = $1 and ($2::uuid is null or a.id < $2) order by a.id desc limit $3`,
}

const listFailed: Statement = {
  name: 'list_failed_destination_attempts',
  text: `
    select ${attempts.selected('a')} from destination_attempts a
     where a.destination_id = $1 and a.code is not null and ($2::uuid is null or a.id < $2) order by a.id desc limit $3`,
}

const takeDisabled: Statement = {
  name: 'take_disabled_destinations',
  text: `
    with told as (
      update destinations d set admins_notified_at = $1
       where d.disabled_reason = 'failing' and d.admins_notified_at is null and d.disabled_at is not null
      returning d.*)
    select ${destinations.selected('t')},
           array(select a.email from users u join accounts a on a.id = u.account_id
                  where u.organization_id = coalesce(o.test_of, o.id) and u.role in ('owner', 'admin') order by u.id) as admins
      from told t join organizations o on o.id = t.organization_id`,
}

const forget: Statement = {
  name: 'forget_destination_attempts',
  text: `
    delete from destination_attempts
     where id = any(array(select id from destination_attempts where at < $1 order by at limit $2)) returning 1`,
}

interface ViewRow extends Selected<typeof destinations> {
  readonly retries: number
  readonly replays: number
}

interface DisabledRow extends NotNull<Selected<typeof destinations>, 'disabledAt'> {
  readonly admins: readonly string[]
}

export class PostgresDestinations extends Destinations {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async list({ organizationId, projectIds }: Reach, page: Page): Promise<PageOf<DestinationView>> {
    const values = [organizationId, projectIds, idAfter(page), page.limit + 1]
    const rows = await this.#database.read<ViewRow>(list, values)
    const { items, next } = pageOf(rows, page, ({ id }) => id)
    return { items: items.map(viewOf), next }
  }

  override async find({ organizationId, projectIds }: Reach, id: string): Promise<DestinationView | null> {
    const [row] = await this.#database.read<ViewRow>(find, [organizationId, projectIds, id])
    return row === undefined ? null : viewOf(row)
  }

  override async attempts(destinationId: string, failed: boolean, page: Page): Promise<PageOf<Attempt>> {
    const values = [destinationId, idAfter(page), page.limit + 1]
    type Row = Selected<typeof attempts>
    const rows = await this.#database.read<Row>(failed ? listFailed : listAttempts, values)
    const { items, next } = pageOf(rows, page, ({ id }) => id)
    return { items: items.map(readAttempt), next }
  }

  override async attempt(destinationId: string, id: string): Promise<Attempt | null> {
    const row = await attempts.committed(this.#database).find({ destinationId, id })
    return row && readAttempt(row)
  }

  override async takeDisabled(now: Date): Promise<readonly DisabledNotice[]> {
    const rows = await this.#database.write<DisabledRow>(takeDisabled, [now])
    return rows.map(({ url, disabledAt, failingSince, admins }) => ({
      url,
      disabledAt,
      failingSince,
      admins,
    }))
  }

  override async forgetAttempts(before: Date, most: number): Promise<number> {
    return (await this.#database.write(forget, [before, most])).length
  }
}

function viewOf({ retries, replays, ...row }: ViewRow): DestinationView {
  const {
    ciphertext: _present,
    previousCiphertext: _previous,
    rotatedAt: _at,
    ...shown
  } = readDestination(row)
  return { ...shown, retries, replays }
}
