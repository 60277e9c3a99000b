import type { NoticeRange } from '../../../domain/account/notice-range.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import type { Attempt } from '../../../domain/event/destination/attempt.ts'
import type { Destination } from '../../../domain/event/destination/destination.ts'
import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import { previousSecretUntil, type SigningSecrets } from '../../../domain/signing-secrets.ts'
import {
  DestinationStore,
  type DestinationView,
  type DisabledNotice,
  type Replay,
} from '../../../ports/event/destinations.ts'
import { execute, type Statement } from '../database.ts'
import { firstId } from '../first-id.ts'
import { type Executor, entity } from '../rows.ts'
import type { NotNull, Selected } from '../schema/columns.ts'
import { inSoleTransaction } from '../transaction.ts'
import {
  attempts,
  destinationRow,
  destinations,
  readAttempt,
  readDestination,
  replays,
  retries,
} from './destination-rows.ts'

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

const attemptsWithinReach = `
    select ${attempts.selected('a')} from destination_attempts a
     where a.destination_id = $1
       and ($2::uuid[] is null or a.selection is null or (a.selection ->> 'projectId')::uuid = any($2))`

const listAttempts: Statement = {
  name: 'list_destination_attempts',
  text: `${attemptsWithinReach} and ($3::uuid is null or a.id < $3) order by a.id desc limit $4`,
}

const listFailed: Statement = {
  name: 'list_failed_destination_attempts',
  text: `${attemptsWithinReach} and a.code is not null and ($3::uuid is null or a.id < $3) order by a.id desc limit $4`,
}

const findAttempt: Statement = {
  name: 'find_destination_attempt',
  text: `${attemptsWithinReach} and a.id = $3`,
}

const findDisabled: Statement = {
  name: 'find_disabled_destination',
  text: `
    select ${destinations.selected('d')},
           array(select a.email from users u join accounts a on a.id = u.account_id
                  where u.organization_id = coalesce(o.test_of, o.id) and u.role in ('owner', 'admin') order by u.id) as admins
      from destinations d join organizations o on o.id = d.organization_id
     where d.disabled_reason = 'failing' and d.admins_notified_at is null
       and (d.disabled_at, d.id) > ($1::timestamptz, $2::uuid)
     order by d.disabled_at, d.id limit 1`,
}

// Compares the time at which the destination was disabled, because it may have been resumed and disabled again while
// the mail was sent.
const noteDisabled: Statement = {
  name: 'note_disabled_destination',
  text: `
    update destinations set admins_notified_at = $1
     where id = $2 and disabled_at = $3 and disabled_reason = 'failing' and admins_notified_at is null`,
}

const forget: Statement = {
  name: 'forget_destination_attempts',
  text: `
    delete from destination_attempts
     where id = any(array(select id from destination_attempts where at < $1 order by at limit $2)) returning 1`,
}

type AttemptRow = Selected<typeof attempts>

interface ViewRow extends Selected<typeof destinations> {
  readonly retries: number
  readonly replays: number
}

interface DisabledRow extends NotNull<Selected<typeof destinations>, 'disabledAt'> {
  readonly admins: readonly string[]
}

// Makes a destination due before every other one, whatever clock the caller has.
const makeDue: Statement = {
  name: 'make_destination_due',
  text: `update destinations set due_at = '-infinity' where id = $1`,
}

const secrets = entity('destinations', 'ciphertext', 'previousCiphertext', 'rotatedAt')

export class PostgresDestinationStore extends DestinationStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override async list({ organizationId, projectIds }: Reach, page: Page): Promise<PageOf<DestinationView>> {
    const values = [organizationId, projectIds, idAfter(page), page.limit + 1]
    const rows = await this.#executor.read<ViewRow>(list, values)
    const { items, next } = pageOf(rows, page, ({ id }) => id)
    return { items: items.map(viewOf), next }
  }

  override async find({ organizationId, projectIds }: Reach, id: string): Promise<DestinationView | null> {
    const [row] = await this.#executor.read<ViewRow>(find, [organizationId, projectIds, id])
    return row === undefined ? null : viewOf(row)
  }

  override async attempts(
    { projectIds }: Reach,
    destinationId: string,
    failed: boolean,
    page: Page,
  ): Promise<PageOf<Attempt>> {
    const values = [destinationId, projectIds, idAfter(page), page.limit + 1]
    const rows = await this.#executor.read<AttemptRow>(failed ? listFailed : listAttempts, values)
    const { items, next } = pageOf(rows, page, ({ id }) => id)
    return { items: items.map(readAttempt), next }
  }

  override async attempt({ projectIds }: Reach, destinationId: string, id: string): Promise<Attempt | null> {
    const [row] = await this.#executor.read<AttemptRow>(findAttempt, [destinationId, projectIds, id])
    return row === undefined ? null : readAttempt(row)
  }

  override informOfDisabled(
    { since, after, at }: NoticeRange<DisabledNotice>,
    inform: (notice: DisabledNotice) => Promise<boolean>,
  ): Promise<DisabledNotice | null> {
    return inSoleTransaction(this.#executor, 'notices of destinations', async (connection) => {
      const place = [after?.disabledAt ?? since, after?.id ?? firstId]
      const [row] = await execute<DisabledRow>(connection, findDisabled, place)
      if (row === undefined) return null
      const { id, url, disabledAt, failingSince, admins } = row
      const notice = { id, url, disabledAt, failingSince, admins }
      if (await inform(notice)) await execute(connection, noteDisabled, [at, id, disabledAt])
      return notice
    })
  }

  override async forgetAttempts(before: Date, most: number): Promise<number> {
    return (await this.#executor.write(forget, [before, most])).length
  }

  override async of(organizationId: string): Promise<readonly Destination[]> {
    const rows = await destinations.within(this.#executor).list({ organizationId }, 'id')
    return rows.map(readDestination)
  }

  override async lock(organizationId: string, id: string): Promise<(Destination & SigningSecrets) | null> {
    const row = await destinations.within(this.#executor).lock({ organizationId, id })
    return row && readDestination(row)
  }

  override async add(destination: Destination, added: SigningSecrets): Promise<void> {
    await destinations.within(this.#executor).add(destinationRow({ ...destination, ...added }))
    // Makes the new destination due, because events may have got numbers since its position was read.
    await this.#executor.write(makeDue, [destination.id])
  }

  override async save({ id, ...destination }: Destination): Promise<void> {
    const { url, types, projectId, spinnerId, includeAddresses, batch } = destination
    const { urlChangedAt } = destination
    const { state, disabledReason, disabledAt, failures, failingSince, restsUntil, revision } = destination
    const position = String(destination.position)
    const settings = { url, urlChangedAt, types, projectId, spinnerId, includeAddresses, batch }
    const progress = { state, disabledReason, disabledAt, failures, failingSince, restsUntil, position }
    // A disabled destination that is changed is not reported again.
    const report = state === 'disabled' ? {} : { adminsNotifiedAt: null }
    await destinations.within(this.#executor).patch({ id }, { ...settings, ...progress, revision, ...report })
    await this.#executor.write(makeDue, [id])
  }

  override async saveSecrets(id: string, changed: SigningSecrets): Promise<void> {
    const { ciphertext, previousCiphertext, rotatedAt } = changed
    await secrets.within(this.#executor).patch({ id }, { ciphertext, previousCiphertext, rotatedAt })
  }

  override async remove(id: string): Promise<void> {
    await destinations.within(this.#executor).remove({ id })
  }

  override async addReplay({ id, organizationId, destinationId, position, until }: Replay): Promise<void> {
    await replays
      .within(this.#executor)
      .add({ id, organizationId, destinationId, position: String(position), until: String(until) })
  }

  override replaysOf(destinationId: string): Promise<number> {
    return replays.within(this.#executor).count({ destinationId })
  }

  override async dropWaiting(destinationId: string): Promise<void> {
    await retries.within(this.#executor).remove({ destinationId })
    await replays.within(this.#executor).remove({ destinationId })
  }
}

function viewOf({ retries: waiting, replays: unfinished, ...row }: ViewRow): DestinationView {
  const destination = readDestination(row)
  const { ciphertext: _present, previousCiphertext: _previous, rotatedAt: _at, ...shown } = destination
  return {
    ...shown,
    retries: waiting,
    replays: unfinished,
    previousSecretUntil: previousSecretUntil(destination),
  }
}
