import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Container } from 'inversify'
import { AllowedPrivateHosts } from '../../../src/adapters/channels/allowed-private-hosts.ts'
import { UndiciWebhookChannel } from '../../../src/adapters/channels/undici-webhook-channel.ts'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { KeyRing } from '../../../src/adapters/security/key-ring.ts'
import { digest } from '../../../src/adapters/security/secret.ts'
import { createContainer, postgres } from '../../../src/composition/container.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { ofProvider } from '../../../src/domain/account/open-id/sign-in-provider.ts'
import type { Lease } from '../../../src/domain/job/slice.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { OrganizationSignInStore } from '../../../src/ports/account/organization-sign-in.ts'
import { Secrets } from '../../../src/ports/account/secrets.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { RequestClaims } from '../../../src/ports/request-claims.ts'
import { SealedThings, Sealing } from '../../../src/ports/sealing.ts'
import { EmailChannel } from '../../../src/ports/sender/message/channels.ts'
import { MessageLog } from '../../../src/ports/sender/message/message-log.ts'
import { SharedSecretStore } from '../../../src/ports/sender/shared-secrets.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { IngestRecords } from '../../../src/use-cases/arrival/ingest-records.ts'
import { Destinations } from '../../../src/use-cases/event/destinations/destinations.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { OrganizationSecrets } from '../../../src/use-cases/sender/organization-secrets.ts'

import { RotateSecrets } from '../../../src/use-cases/sender/rotate-secrets.ts'
import { ChangeDataTable } from '../../../src/use-cases/table/change-data-table.ts'
import { newSpinner, versionOf } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const credential = 'Bearer hush-credential'
const steps: readonly Step[] = [
  { type: 'wait', seconds: 60 },
  {
    type: 'webhook',
    url: 'https://crm.example.com/hook',
    headers: { Authorization: credential, 'X-Empty': '' },
    body: '{}',
  },
]
const text = 'hush-message'
const anyEvents = {
  types: ['job.failed'],
  projectId: null,
  spinnerId: null,
  includesAddresses: false,
  batchesEvents: false,
} as const

type Keys = readonly { readonly id: string; readonly secret: string }[]

/**
 * The decrypted values that the test's organization sees. They must stay the same through every rotation of
 * encryption keys.
 */
interface Seen {
  readonly draft: readonly Step[] | undefined
  readonly frozen: readonly Step[] | undefined
  readonly hasUnpublishedChanges: boolean | undefined
  readonly webhookUrl: string | null
  readonly signedWith: string | null
  readonly signing: readonly string[]
  readonly destinations: readonly (string | null)[]
  readonly provider: string | null
  readonly messages: readonly (string | null)[]
  readonly answer: string | null
}

describe('encrypted columns', () => {
  let world: World
  let organizationId: string
  let before: Seen
  let session: { readonly id: string; readonly secret: string }
  const own: Database[] = []
  const newer = { id: 'newer', secret: 'n'.repeat(32) }

  beforeEach(async () => {
    world = await createWorld()
    organizationId = world.demo.organizationId
    const [last] = world.config.secrets
    if (last === undefined) throw new Error('There is a session secret')
    session = last
    await fill(world.container, 'one')
    before = await see(world.container)
  })
  afterEach(async () => {
    for (const database of own.splice(0)) await database.close()
    await world.close()
  })

  /**
   * Returns the use cases of another process of the service for the test, which has these encryption keys,
   * newest first. The newest key encrypts; all keys decrypt.
   */
  function processWith(...keys: Keys): Container {
    const connected = new Database({ url: world.databaseUrl, poolSize: 4 })
    own.push(connected)
    return createContainer(world.config, postgres(connected), [
      provideValue(KeyRing, new KeyRing(keys)),
      provideValue(Clock, world.clock),
    ])
  }

  /** Encrypts everything in the test's database with the newer key, after which the older key may be removed. */
  async function rotate(): Promise<void> {
    const rotateSecrets = processWith(newer, session).get(RotateSecrets)
    for (let runs = 0; runs < 2; runs++) await rotateSecrets.execute()
    expect(await keysInUse()).toEqual(['newer'])
  }

  async function fill(container: Container, name: string): Promise<void> {
    const { spinnerId, dataTableId } = world.demo
    const view = await container.get(SpinnerStore).find(organizationId, spinnerId)
    const ids = container.get(Ids)
    const place = { organizationId, projectId: view?.projectId ?? '', dataTableId, createdAt: new Date() }
    const spinner = newSpinner({ ...place, id: ids.next(), name, steps })
    await container.get(UnitOfWork).run((tx) => tx.spinners.add(spinner, versionOf(spinner)))
    await container.get(OrganizationSecrets).rotateWebhookSecret({ organizationId, by: operator }, 3_600)
    await container
      .get(Destinations)
      .create(
        { organizationId, projectIds: null, by: operator },
        { settings: { ...anyEvents, url: `https://example.com/${name}` }, now: new Date() },
      )
    const changes = { signature: { preset: 'typeform', secret: `hush of ${name}` } } as const
    const change = { organizationId, dataTableId, changes, mergesDuplicates: false, revision: null }
    await container
      .get(ChangeDataTable)
      .execute({ ...change, requestId: 'request', by: operator }, async () => {})
    const provider = {
      organizationId,
      id: ids.next(),
      issuer: 'https://sso.example.com',
      clientId: 'spindle',
      encryptedSecret: container.get(Sealing).seal(`hush of ${name}`, ofProvider(organizationId)),
      defaultRole: 'viewer',
      admitsNew: true,
      requiredAt: null,
      createdAt: new Date(),
    } as const
    await container.get(UnitOfWork).run((tx) => tx.organizationSignIn.saveProvider(provider))
    const claims = container.get(RequestClaims)
    const claim = await claims.claim({ ...requestKey(name), fingerprint: 'print' })
    if ('id' in claim) await claims.keepAnswer(claim, 'print', `hush of ${name}`)
    const message = {
      organizationId,
      jobId: ids.next(),
      recordId: '1',
      step: 0,
      html: null,
      unsubscribeUrl: '',
      slice: 1,
      from: null,
      thread: null,
      attachments: [],
    }
    await container.get(EmailChannel).send({ ...message, to: 'hush@example.com', subject: text, text })
  }

  const requestKey = (name: string) => ({ organizationId, route: 'projects.create', key: name })

  /** Returns the decrypted answer that is stored for the idempotency key of a request. */
  async function answerOf(container: Container, name: string): Promise<string | null> {
    const earlier = await container.get(RequestClaims).claim({ ...requestKey(name), fingerprint: 'print' })
    return 'answer' in earlier ? earlier.answer : null
  }

  /** Returns the decrypted client secret of the organization's sign-in provider. */
  async function secretOfProvider(container: Container): Promise<string | null> {
    const { provider } = await container.get(OrganizationSignInStore).of(organizationId)
    const { encryptedSecret = '' } = provider ?? {}
    return container.get(Sealing).open(encryptedSecret, ofProvider(organizationId))
  }

  async function see(container: Container, name = 'one'): Promise<Seen> {
    const page = { limit: 100, after: null }
    const spinners = await container.get(SpinnerStore).list({ organizationId, projectIds: null }, page)
    const view = spinners.items.find((spinnerView) => spinnerView.name === name)
    const frozen = await container.get(SpinnerStore).version(organizationId, view?.id ?? '', 1)
    const table = await container.get(DataTableStore).find(organizationId, world.demo.dataTableId)
    const { items } = await container.get(MessageLog).captured(organizationId, null, page)
    return {
      answer: await answerOf(container, name),
      draft: view?.steps,
      frozen: frozen?.steps,
      hasUnpublishedChanges: view?.hasUnpublishedChanges,
      webhookUrl: container
        .get(Secrets)
        .revealIngestToken(table?.ingestTokenCiphertext ?? '', world.demo.dataTableId),
      signedWith: container
        .get(Secrets)
        .revealSignatureSecret(table?.signature?.secretCiphertext ?? '', world.demo.dataTableId),
      signing: await container.get(SharedSecretStore).webhookSecrets(organizationId),
      destinations: await secretsOfDestinations(container),
      provider: await secretOfProvider(container),
      messages: items.flatMap(({ to, subject, text: body }) => [to, subject, body]),
    }
  }

  /** Returns the decrypted secrets with which requests to the destinations of the test are signed. */
  async function secretsOfDestinations(container: Container): Promise<readonly (string | null)[]> {
    return container.get(UnitOfWork).run(async (tx) => {
      const secrets: (string | null)[] = []
      for (const { id } of await tx.destinations.of(organizationId)) {
        const { ciphertext = '' } = (await tx.destinations.lock(organizationId, id)) ?? {}
        secrets.push(container.get(Secrets).revealWebhookSecret(ciphertext, id))
      }
      return secrets
    })
  }

  /** Returns the content of all tables of the test's database as a thief of the database would see it. */
  async function everything(): Promise<string> {
    const { rows: tables } = await world.sql.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await world.sql.query<{ row: string }>(`select row(t.*)::text as row from ${name} t`)
      texts.push(...rows.map(({ row }) => row))
    }
    return texts.join('\n')
  }

  async function keysInUse(): Promise<string[]> {
    const found = (await everything()).matchAll(/\b(session|newer)\.[\w-]{38}/g)
    const { rows } = await world.sql.query<{ key: string }>(
      "select distinct encode(substr(ciphertext, 2, get_byte(ciphertext, 0)), 'escape') as key from captured_messages",
    )
    return [...new Set([...[...found].map(([, key = '']) => key), ...rows.map(({ key }) => key)])].toSorted()
  }

  it('reveal no header, secret, webhook URL or captured message', async () => {
    const lying = await everything()
    for (const one of [credential, 'hush', before.webhookUrl ?? '', ...before.signing])
      expect(lying).not.toContain(one)
    expect(await keysInUse()).toEqual(['session'])
  })

  it('are shown to users as they were written', () => {
    expect(before).toMatchObject({ draft: steps, frozen: steps, hasUnpublishedChanges: false })
    expect(before.messages).toEqual(['hush@example.com', text, text])
    expect(before.webhookUrl).toBe(world.demo.ingestToken)
  })

  it('are used by workers', async () => {
    const spinnerId = await idOf('one')
    const caller = { kind: 'apiKey' as const, digest: digest(world.demo.apiKey) }
    const records = [{ name: 'Ada', phone: '1', account_id: '1', email: 'ada@example.com' }]
    const arrival = { dataTableId: world.demo.dataTableId, records, idempotency: null, requestId: 'request' }
    await world.container.get(IngestRecords).execute({ ...arrival, credential: caller })
    const { answer } = await world.container
      .get(TriggerSpinner)
      .execute({ caller, spinnerId, idempotency: null })
    const lease: Lease = { holder: world.container.get(Ids).next(), seconds: 15 }
    const slice = await world.container.get(Slices).take(answer.jobId, lease)
    expect(slice?.version.steps).toEqual(steps)
  })

  it('are edited and published as before, and a header that is moved to another place is not decrypted', async () => {
    const id = await idOf('one')
    const spinner = await world.container.get(UnitOfWork).run((tx) => tx.spinners.lock(organizationId, id))
    expect(spinner?.steps).toEqual(steps)
    const version = await world.container.get(UnitOfWork).run((tx) => tx.spinners.findVersion(id, 1))
    expect(version?.steps).toEqual(steps)
    await world.sql.query(
      'update spinners s set steps = v.steps from spinner_versions v where v.spinner_id = s.id and s.id = $1',
      [id],
    )
    const moved = await see(world.container)
    expect(moved.draft).toMatchObject([
      {},
      { headers: { Authorization: '{{ secret_that_cannot_be_read }}' } },
    ])
    expect(moved.hasUnpublishedChanges).toBe(true)
    await world.container.get(UnitOfWork).run(async (tx) => {
      const found = await tx.spinners.lock(organizationId, id)
      if (found !== null) await tx.spinners.save({ ...found, steps })
    })
    expect(await see(world.container)).toEqual(before)
  })

  it('prevent a process without the keys, or with others of the same names, from starting', async () => {
    const fault = (...keys: Keys) =>
      processWith(...keys)
        .get(SealedThings)
        .faultOfKeys()
    expect(await fault(session)).toBeNull()
    expect(await fault(newer)).toContain('SESSION_SECRET is missing')
    expect(await fault({ ...session, secret: 'other'.repeat(8) })).toContain(
      'SESSION_SECRET has another value',
    )
  })

  it('are encrypted with a newer key while an older process runs, until the older key may be removed', async () => {
    expect(await processWith(session).get(SealedThings).faultOfKeys()).toBeNull()
    const present = processWith(newer, session)
    expect(await present.get(SealedThings).faultOfKeys()).toBeNull()
    for (let more = 0; more < 250; more++) await fillMessage(world.container)
    const { messages } = await see(world.container)
    const rotated = await present.get(RotateSecrets).execute()
    expect(rotated).toMatchObject({
      newestKey: 'newer',
      olderKeys: ['session'],
      unreadable: 0,
      retiredKeys: [],
    })
    expect(rotated.places.map(({ place, sealed }) => [place, sealed])).toEqual([
      ['webhook URLs', 1],
      ['secrets that sources sign with', 1],
      ['secrets that sign webhooks', 1],
      ['secrets of destinations', 1],
      ['headers of drafts', 1],
      ['headers of versions', 1],
      ['captured messages', 251],
      ['logged messages', 0],
      ['mails of threads', 0],
      ['keys of digests', 0],
      ['bodies of arrivals', 0],
      ['credentials of senders', 0],
      ['secrets of authenticator apps', 0],
      ['secrets of sign-in providers', 1],
      ['calls of test mode', 0],
      ['requests with keys', 1],
    ])
    expect(await keysInUse()).toEqual(['newer'])
    expect(await see(present)).toEqual({ ...before, messages })
    // Writes a message in the test by a process that still has only the older encryption key.
    await fillMessage(world.container)
    expect(await present.get(RotateSecrets).execute()).toMatchObject({
      olderKeys: ['session'],
      retiredKeys: [],
    })
    expect(await present.get(RotateSecrets).execute()).toMatchObject({
      olderKeys: [],
      retiredKeys: ['session'],
    })
    const without = processWith(newer)
    expect(await without.get(SealedThings).faultOfKeys()).toBeNull()
    expect((await see(without)).draft).toEqual(steps)
    expect(without.get(Secrets).webhookSecret(organizationId)).toMatchObject({
      ciphertext: expect.stringMatching(/^newer\./),
    })
  })

  it('are kept unchanged, and not lost, if their key is missing', async () => {
    await rotate()
    const lost = processWith(session)
    expect(await lost.get(RotateSecrets).execute()).toMatchObject({
      olderKeys: ['newer'],
      retiredKeys: [],
      unreadable: expect.any(Number),
    })
    await expect(lost.get(SharedSecretStore).webhookSecrets(organizationId)).rejects.toThrow(
      'encrypted with the key "newer"',
    )
    expect((await see(processWith(newer))).signing).toEqual(before.signing)
  })

  it('lets webhooks wait for a new signing secret if its key is missing', async () => {
    await rotate()
    const lost = processWith(session)
    const channel = new UndiciWebhookChannel(
      lost.get(SharedSecretStore),
      new AllowedPrivateHosts(['127.0.0.1']),
    )
    const of = { organizationId, jobId: 'job', recordId: '1', step: 0 }
    const message = { id: 'msg', ...of, method: 'POST', url: 'http://127.0.0.1:1/', headers: {} }
    const send = () => channel.send({ ...message, body: '{}' })
    expect(await send()).toMatchObject({ kind: 'waits', code: 'SENDING_NOT_PREPARED' })
    await lost.get(OrganizationSecrets).rotateWebhookSecret({ organizationId, by: operator }, 0)
    // The URL has no server, so this outcome shows that the request was signed and left.
    expect(await send()).toMatchObject({ kind: 'transient', code: 'RECEIVER_UNREACHABLE' })
  })

  async function idOf(name: string): Promise<string> {
    const { rows } = await world.sql.query<{ id: string }>('select id from spinners where name = $1', [name])
    return rows[0]?.id ?? ''
  }

  async function fillMessage(container: Container): Promise<void> {
    const message = { organizationId, jobId: world.demo.spinnerId, recordId: '1', step: 0, html: null }
    await container.get(EmailChannel).send({
      ...message,
      unsubscribeUrl: '',
      slice: 1,
      from: null,
      thread: null,
      attachments: [],
      to: 'hush@example.com',
      subject: text,
      text,
    })
  }
})
