import type { Credential } from '../../src/domain/account/api-keys/credential.ts'
import { type Scope, scopes } from '../../src/domain/account/api-keys/scope.ts'
import { operator } from '../../src/domain/account/audit/actor.ts'
import { newSettings } from '../../src/domain/account/organization.ts'
import { type BinEntry, newBinEntry } from '../../src/domain/bin/bin-entry.ts'
import type { PlanLimits } from '../../src/domain/plan/plan.ts'
import type { DataRecord } from '../../src/domain/record-cells.ts'
import type { Audience } from '../../src/domain/spinner/audience.ts'
import { defaultExits, defaultReply } from '../../src/domain/spinner/exit.ts'
import {
  versionOf as publishedVersionOf,
  type Spinner,
  type SpinnerVersion,
} from '../../src/domain/spinner/spinner.ts'
import { type DataTable, newDataTable } from '../../src/domain/table/data-table.ts'
import { Secrets } from '../../src/ports/account/secrets.ts'
import { Clock } from '../../src/ports/clock.ts'
import { Ids } from '../../src/ports/ids.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { type Ingested, IngestRecords } from '../../src/use-cases/arrival/ingest-records.ts'
import type { World } from './world.ts'

/**
 * An organization for tests with one object of each kind. One test service can have many such organizations, so
 * that not every test has to start its own service.
 */
export interface Tenant {
  readonly organizationId: string
  readonly planId: string
  readonly projectId: string
  readonly dataTableId: string
  readonly spinnerId: string
  readonly apiKeyId: string
  readonly key: Credential
  readonly token: Credential
  /**
   * The secrets of the test's organization with which a source of records authenticates: the API key, and the
   * token in the webhook URL.
   */
  readonly secrets: { readonly apiKey: string; readonly ingestToken: string }
  /** Appends records to the data table of the test's organization with the API key. */
  ingest(records: readonly DataRecord[]): Promise<Ingested>
  /** Changes the limits of the plan of the test's organization, which no other organization has. */
  offer(limits: Partial<PlanLimits>, hasApiKeys?: boolean): Promise<void>
}

const unlimited: PlanLimits = {
  records: null,
  jobs: null,
  dataTables: null,
  spinners: null,
  requestsPerSecond: null,
}

export interface TenantOptions {
  readonly limits?: Partial<PlanLimits>
  readonly hasApiKeys?: boolean
  readonly audience?: Audience
  /** Fields in which the spinner of the test's organization differs from the default spinner (`newSpinner`). */
  readonly spinner?: Partial<
    Pick<Spinner, 'contact' | 'isExclusive' | 'exits' | 'reply' | 'sendWindow' | 'steps'>
  >
  readonly keyScopes?: readonly Scope[]
}

export async function createTenant(
  { container }: Pick<World, 'container'>,
  {
    limits = {},
    hasApiKeys = true,
    audience = 'new',
    spinner: settings = {},
    keyScopes = scopes,
  }: TenantOptions = {},
): Promise<Tenant> {
  const ids = container.get(Ids)
  const unitOfWork = container.get(UnitOfWork)
  const createdAt = container.get(Clock).now()
  const { secret: apiKey, ...keptOfKey } = container.get(Secrets).apiKey()
  const [organizationId, projectId, apiKeyId] = [ids.next(), ids.next(), ids.next()]
  const dataTableId = ids.next()
  const token = container.get(Secrets).ingestToken(dataTableId)
  const planId = `plan of ${organizationId}`
  const planWith = (changes: Partial<PlanLimits>, allowsKeys = hasApiKeys) => ({
    id: planId,
    name: 'Its own',
    hasApiKeys: allowsKeys,
    limits: { ...unlimited, ...changes } as PlanLimits,
  })
  const own = { organizationId, projectId, createdAt }
  const table = newTable({ ...own, id: dataTableId }, token)
  const spinner = newSpinner({ ...own, id: ids.next(), dataTableId: table.id, audience, ...settings })
  await unitOfWork.run(async (tx) => {
    await tx.plans.put([planWith(limits)])
    await tx.organizations.add({
      ...newSettings,
      id: organizationId,
      name: 'Tenant',
      planId,
      keepsBodies: false,
      createdAt,
    })
    await tx.apiKeys.add({
      id: apiKeyId,
      organizationId,
      name: 'Key',
      scopes: keyScopes,
      ...keptOfKey,
      createdAt,
      expiresAt: null,
      revokedAt: null,
      requestsPerSecond: null,
      projectIds: null,
      allowedNetworks: null,
    })
    await tx.projects.add({ id: projectId, organizationId, name: 'Project', createdAt })
    await tx.dataTables.add(table)
    await tx.spinners.add(spinner, versionOf(spinner))
  })
  const key: Credential = { kind: 'apiKey', digest: keptOfKey.digest }
  return {
    organizationId,
    planId,
    projectId,
    dataTableId: table.id,
    spinnerId: spinner.id,
    apiKeyId,
    key,
    token: { kind: 'webhookUrl', digest: token.digest },
    secrets: { apiKey, ingestToken: token.secret },
    ingest: (records) =>
      container.get(IngestRecords).execute({
        credential: key,
        dataTableId: table.id,
        records,
        idempotency: null,
        requestId: 'request',
      }),
    offer: (changes, allowsKeys) => unitOfWork.run((tx) => tx.plans.put([planWith(changes, allowsKeys)])),
  }
}

/** Returns a new entry of the bin for records that a test deletes from a data table. */
export function newDeletion(
  { organizationId, projectId, dataTableId }: Pick<Tenant, 'organizationId' | 'projectId' | 'dataTableId'>,
  { container }: Pick<World, 'container'>,
): BinEntry {
  const things = { kind: 'records', spinnerId: null, name: 'Leads', records: 0 } as const
  const entry = { ...things, id: container.get(Ids).next(), organizationId, projectId, dataTableId }
  return newBinEntry(entry, operator, container.get(Clock).now())
}

/** The column names of the data table of the tests' demo. */
export const columnNames = ['name', 'phone', 'account_id', 'email'] as const

export function newTable(
  own: Pick<DataTable, 'id' | 'organizationId' | 'projectId' | 'createdAt'>,
  token: { readonly digest: string; readonly ciphertext: string },
): DataTable {
  const columns = columnNames.map((name) => ({ name, isMetadata: name === 'name' || name === 'email' }))
  return newDataTable({ ...own, name: 'Leads', columns }, token)
}

/** Returns a published spinner with one e-mail step for tests. */
export function newSpinner(
  own: Pick<Spinner, 'id' | 'organizationId' | 'projectId' | 'dataTableId' | 'createdAt'> & Partial<Spinner>,
): Spinner {
  return {
    name: 'Welcome',
    audience: 'new',
    exclude: null,
    contact: 'oncePerRecord',
    isExclusive: false,
    exits: defaultExits,
    reply: defaultReply,
    goal: null,
    sendWindow: null,
    pace: null,
    starts: { on: 'call' },
    triggerData: [],
    steps: [{ type: 'email', to: '{{ email }}', subject: 'Welcome, {{ name }}', text: 'Hello {{ name }}' }],
    publishedVersion: 1,
    latestVersion: 1,
    pausedAt: null,
    pausedActorId: null,
    revision: 1,
    ...own,
  }
}

/** Returns for tests the version that results from publishing the spinner's draft. */
export function versionOf(spinner: Spinner, version = 1): SpinnerVersion {
  return publishedVersionOf(spinner, version, ['name', 'email'])
}
