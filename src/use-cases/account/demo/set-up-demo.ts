import { noPassword } from '../../../domain/account/account.ts'
import { service } from '../../../domain/account/audit/actor.ts'
import { newSettings } from '../../../domain/account/organization.ts'
import { defaultExits, defaultReply } from '../../../domain/spinner/exit.ts'
import { type Spinner, versionOf } from '../../../domain/spinner/spinner.ts'
import { type Column, metadataColumnsOf, newDataTable } from '../../../domain/table/data-table.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/** Ids and secrets of the demo organization, with which the operator can try the public API. */
export interface Demo {
  readonly organizationId: string
  /** The id of the demo's owner, whom `DemoSignIns` signs in. */
  readonly userId: string
  readonly apiKey: string
  readonly ingestToken: string
  readonly dataTableId: string
  readonly spinnerId: string
}

/**
 * The e-mail address of the demo's owner. It belongs to no real person, because example.com accepts no mail.
 */
export const demoEmail = 'demo@example.com'

const columns: readonly Column[] = [
  { name: 'name', isMetadata: true },
  { name: 'phone', isMetadata: false },
  { name: 'account_id', isMetadata: false },
  { name: 'email', isMetadata: true },
]

/**
 * Creates the demo in an unused database: an organization with an owner, a table, a published spinner and an
 * API key.
 */
export class SetUpDemo {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #secrets: Secrets

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids, secrets: Secrets) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#secrets = secrets
  }

  /**
   * Creates the demo and returns its ids and secrets. Returns null if the database has an organization
   * already.
   */
  async execute(planId: string): Promise<Demo | null> {
    const createdAt = this.#clock.now()
    const [organizationId, userId, projectId] = [this.#ids.next(), this.#ids.next(), this.#ids.next()]
    const [dataTableId, spinnerId, accountId] = [this.#ids.next(), this.#ids.next(), this.#ids.next()]
    const own = { organizationId, createdAt }
    const { secret: apiKey, ...keptOfKey } = this.#secrets.apiKey()
    const ingestToken = this.#secrets.ingestToken(dataTableId)

    return await this.#unitOfWork.run(async (tx) => {
      if ((await tx.organizations.count()) > 0) return null
      await tx.organizations.add({ id: organizationId, name: 'Demo', planId, ...newSettings, createdAt })
      await tx.accounts.add({ id: accountId, ...account, createdAt })
      await tx.accounts.addUser({ id: userId, ...own, accountId, ...owner })
      await tx.apiKeys.add({ id: this.#ids.next(), ...own, ...keptOfKey, ...demoKey })
      await tx.projects.add({ id: projectId, ...own, name: 'First project' })
      const table = { id: dataTableId, ...own, projectId, name: 'Leads', columns }
      await tx.dataTables.add(newDataTable(table, ingestToken))
      const spinner: Spinner = { id: spinnerId, ...own, projectId, dataTableId, ...welcome }
      await tx.spinners.add(spinner, versionOf(spinner, 1, metadataColumnsOf({ columns })))
      await tx.audit.add({
        action: 'account.created',
        organizationId,
        by: service,
        subject: { kind: 'organization', id: organizationId, name: 'Demo' },
        after: { email: demoEmail, planId },
      })
      return { organizationId, userId, apiKey, ingestToken: ingestToken.secret, dataTableId, spinnerId }
    })
  }
}

const owner = { email: demoEmail, name: 'Demo', role: 'owner' } as const

/** The account of the demo's owner, who signs in without a password. */
const account = { email: demoEmail, passwordHash: noPassword, addressConfirmedAt: null } as const

const demoKey = {
  name: 'Demo key',
  scopes: ['ingest', 'trigger'],
  expiresAt: null,
  revokedAt: null,
  requestsPerSecond: null,
  projectIds: null,
  allowedNetworks: null,
} as const

/** The published spinner of the demo, which sends an e-mail to each new lead. */
const welcome = {
  name: 'Welcome new leads',
  audience: 'new',
  exclude: null,
  contact: 'oncePerPerson',
  isExclusive: false,
  exits: defaultExits,
  reply: defaultReply,
  goal: null,
  sendWindow: null,
  pace: null,
  starts: { on: 'call' },
  triggerData: [],
  steps: [
    {
      type: 'email',
      to: '{{ email }}',
      subject: 'Welcome, {{ name }}',
      text: 'Hello {{ name }},\n\nthank you for your interest. We will be in touch.\n',
    },
  ],
  publishedVersion: 1,
  pausedAt: null,
  pausedActorId: null,
  latestVersion: 1,
  revision: 1,
} as const
