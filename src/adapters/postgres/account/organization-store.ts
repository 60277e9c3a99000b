import type { Confirmation } from '../../../domain/account/confirmation.ts'
import type {
  DeletionView,
  OrganizationDeletion,
} from '../../../domain/account/deletion/organization-deletion.ts'
import type { Organization, OrganizationView } from '../../../domain/account/organization.ts'
import type { ActivityOverTime, PendingWork } from '../../../domain/account/overview.ts'
import type { SearchHit } from '../../../domain/account/search-hit.ts'
import type { DomainError } from '../../../domain/errors.ts'
import { OrganizationStore, type OrganizationSummary } from '../../../ports/account/organizations.ts'
import type { Clock } from '../../../ports/clock.ts'
import { clearOrganization } from '../cell/clear-organization.ts'
import {
  type DepartureRow,
  refusalFrom,
  refusalOfCredential,
  refusalOfMoved,
} from '../cell/organization-refusals.ts'
import type { Statement } from '../database.ts'
import { type PlanRow, planColumns, planFrom } from '../plan/plan-columns.ts'
import { type Executor, entity } from '../rows.ts'
import { actorInColumn } from '../schema/actor-in-column.ts'
import type { Selected } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { activity, foldActivity, pendingWork, searchOrganization } from './overview.ts'

const organizations = entity(
  'organizations',
  'id',
  'name',
  'planId',
  'keepsBodies',
  'bodyDays',
  'keepReplies',
  'keepRepliesDays',
  'timeZone',
  'language',
  'allowsSeveralSessions',
  'auditsValues',
  'unsubscribesByReply',
  'unsubscribeLine',
  'postalAddress',
  'secondFactorRequiredAt',
  'createdAt',
  'testOf',
)

const confirmations = entity('email_confirmations', 'organizationId', 'userId', 'confirmedAt')

// Locks the row that says whether the organization's owner has confirmed an e-mail address. The statement is
// prepared, because each trigger needs it if new organizations must confirm.
const lockConfirmation: Statement = {
  name: 'lock_confirmation',
  text: `select ${confirmations.selected()} from email_confirmations where organization_id = $1 for no key update`,
}

const findDeparture: Statement = {
  name: 'find_departure_of_organization',
  text: `
    select d.organization_id, d.status, d.cell, d.url, d.until from organization_departures d
     where d.organization_id = $1 and d.status not in ('draining', 'reopening')`,
}

const requestDeletion = sqlFunction('request_deletion', 'p_organization', 'p_at', 'p_actor', 'p_until')

const undoDeletion = sqlFunction('undo_deletion', 'p_organization')

const begin: Statement = {
  name: 'begin_deletion',
  text: `
    update organization_departures d set status = 'deleting'
     where d.organization_id = $1 and d.status = 'grace' and d.until <= $2
       and not exists (select from organizations o where o.id = d.organization_id and o.test_of is not null)
    returning d.organization_id`,
}

const departures = entity('organization_departures', 'organizationId')

const findOrganization: Statement = {
  name: 'find_organization',
  text: `
    select ${organizations.selected('o')}, ${planColumns}, d.requested_at as "requestedAt",
           d.until as "deletesAt", ${actorInColumn('d.requested_by')} as "requestedBy"
      from organizations o join plans p on p.id = o.plan_id
      left join organization_departures d on d.organization_id = o.id and d.status in ('grace', 'deleting')
     where o.id = $1`,
}

const listOrganizations: Statement = {
  name: 'list_organizations',
  text: `
    select ${organizations.selected('o')},
           array(select a.email from users u join accounts a on a.id = u.account_id where u.organization_id = o.id and u.role = 'owner' order by u.id) as owners
      from organizations o where o.test_of is null order by o.created_at, o.id`,
}

const listDeletions: Statement = {
  name: 'list_deletions',
  text: `
    select organization_id as "organizationId", status, requested_at as "requestedAt", until as "deletesAt",
           requested_by as "requestedBy"
      from organization_departures where status in ('grace', 'deleting', 'reopening') order by requested_at, organization_id`,
}

type OrganizationRow = Selected<typeof organizations>

export class PostgresOrganizationStore extends OrganizationStore {
  readonly #executor: Executor
  readonly #clock: Clock

  constructor(executor: Executor, clock: Clock) {
    super()
    this.#executor = executor
    this.#clock = clock
  }

  override async find(id: string): Promise<OrganizationView | null> {
    type Row = OrganizationRow & PlanRow & (DeletionView | Record<keyof DeletionView, null>)
    const [row] = await this.#executor.read<Row>(findOrganization, [id])
    if (row === undefined) return null
    const { requestedAt, deletesAt, requestedBy } = row
    const deletion = deletesAt === null ? null : { requestedAt, deletesAt, requestedBy }
    return { ...organizationFrom(row), plan: planFrom(row), deletion }
  }

  override async list(): Promise<readonly OrganizationSummary[]> {
    const rows = await this.#executor.read<OrganizationRow & { readonly owners: string[] }>(
      listOrganizations,
      [],
    )
    return rows.map((row) => ({ ...organizationFrom(row), owners: row.owners }))
  }

  override refusalOfCredential(digest: string): Promise<DomainError | null> {
    return refusalOfCredential(this.#executor, digest)
  }

  override async assertHere(id: string): Promise<void> {
    const refusal = await this.#executor.onConnection((connection) => refusalOfMoved(connection, id))
    if (refusal !== null) throw refusal
  }

  override deletions(): Promise<readonly OrganizationDeletion[]> {
    return this.#executor.read<OrganizationDeletion & Record<string, unknown>>(listDeletions, [])
  }

  override clear(organizationId: string, signal: AbortSignal): Promise<number> {
    return clearOrganization(this.#executor.url, organizationId, signal)
  }

  override add(organization: Organization): Promise<void> {
    return organizations.within(this.#executor).add({ ...organization, testOf: organization.testOf ?? null })
  }

  override count(): Promise<number> {
    return organizations.within(this.#executor).count({ testOf: null })
  }

  override async lock(id: string): Promise<Organization | null> {
    const row = await organizations.within(this.#executor).lock({ id })
    return row && organizationFrom(row)
  }

  override async assertOpen(id: string): Promise<void> {
    const [row] = await this.#executor.write<DepartureRow>(findDeparture, [id])
    const refusal = row === undefined ? null : refusalFrom(row)
    if (refusal !== null) throw refusal
  }

  override async save(organization: Organization): Promise<void> {
    const { id, createdAt: _createdAt, testOf: _testOf, ...settings } = organization
    await organizations.within(this.#executor).patch({ id }, settings)
  }

  override addConfirmation(confirmation: Confirmation): Promise<void> {
    return confirmations.within(this.#executor).add(confirmation)
  }

  override async lockConfirmation(organizationId: string): Promise<Confirmation | null> {
    type Row = Selected<typeof confirmations>
    const [row] = await this.#executor.write<Row>(lockConfirmation, [organizationId])
    return row ?? null
  }

  override async saveConfirmation({ organizationId, ...confirmation }: Confirmation): Promise<void> {
    await confirmations.within(this.#executor).patch({ organizationId }, confirmation)
  }

  override async requestDeletion(deletion: OrganizationDeletion): Promise<boolean> {
    const { organizationId, requestedAt, requestedBy, deletesAt } = deletion
    const call = requestDeletion({
      p_organization: organizationId,
      p_at: requestedAt,
      p_actor: requestedBy,
      p_until: deletesAt,
    })
    type Row = { readonly request_deletion: boolean }
    const [row] = await this.#executor.write<Row>(...call)
    return row?.request_deletion ?? false
  }

  override async undoDeletion(organizationId: string): Promise<boolean> {
    type Row = { readonly undo_deletion: boolean }
    const [row] = await this.#executor.write<Row>(...undoDeletion({ p_organization: organizationId }))
    return row?.undo_deletion ?? false
  }

  override async beginDeletion(organizationId: string, now: Date): Promise<boolean> {
    const begun = await this.#executor.write(begin, [organizationId, now])
    if (begun.length === 0) return false
    // Deletes the row that refers to the owner who signed up, so that all users can be removed.
    await confirmations.within(this.#executor).remove({ organizationId })
    return true
  }

  override async lockDeletion(
    organizationId: string,
    status: OrganizationDeletion['status'],
  ): Promise<boolean> {
    return (await departures.within(this.#executor).lock({ organizationId, status })) !== null
  }

  override async forgetDeletion(organizationId: string): Promise<void> {
    await departures.within(this.#executor).remove({ organizationId, status: 'reopening' })
  }

  override activity(organizationId: string, bounds: readonly Date[]): Promise<ActivityOverTime> {
    return activity(this.#executor, organizationId, bounds, this.#clock.now())
  }

  override pendingWork(organizationId: string, now: Date): Promise<PendingWork> {
    return pendingWork(this.#executor, organizationId, now)
  }

  override foldActivity(): Promise<boolean> {
    return foldActivity(this.#executor, this.#clock.now())
  }

  override search(organizationId: string, words: string): Promise<readonly SearchHit[]> {
    return searchOrganization(this.#executor, organizationId, words)
  }
}

function organizationFrom(row: OrganizationRow): Organization {
  const { testOf, ...organization } = organizations.fieldsOf(row)
  return testOf === null ? organization : { ...organization, testOf }
}
