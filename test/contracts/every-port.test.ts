import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Database } from '../../src/adapters/postgres/database.ts'
import { postgres } from '../../src/composition/container.ts'
import { memory } from '../../src/composition/memory.ts'
import { callOn, callsRequiredBy } from '../support/contracts/each-method.ts'
import { boundPorts, type DeclaredPort, filesIn, read, stores } from '../support/contracts/ports.ts'
import { adapters } from '../support/world.ts'

/** The ports that have a single adapter, each with the test file that calls each method of the adapter. */
const withOneAdapter: Readonly<Record<string, string>> = {
  AppCodes: 'test/adapters/security/otp-app-codes.test.ts',
  BodyDecoder: 'test/adapters/bodies/sniffed-bodies.test.ts',
  CellDirectory: 'test/http/cells.test.ts',
  Clock: 'test/adapters/system/system.test.ts',
  ClockScope: 'test/adapters/system/async-clock-scope.test.ts',
  Crons: 'test/adapters/system/croner-crons.test.ts',
  DomainRecords: 'test/adapters/dns/node-domain-records.test.ts',
  IdentityProvider: 'test/http/account/open-id.test.ts',
  EventChannel: 'test/adapters/channels/undici-event-channel.test.ts',
  Ids: 'test/adapters/system/system.test.ts',
  MailProviders: 'test/http/sender/connect.test.ts',
  MailboxReader: 'test/adapters/channels/mailboxes/imap-mailbox.test.ts',
  Mailer: 'test/adapters/channels/smtp/smtp-mailer.test.ts',
  MessageTokens: 'test/adapters/security/signed-message-tokens.test.ts',
  Metrics: 'test/http/metrics.test.ts',
  OrganizationMoves: 'test/postgres/cell/move-organization.test.ts',
  Passwords: 'test/adapters/security/argon2-passwords.test.ts',
  PhoneNumbers: 'test/adapters/matching/digested-record-keys.test.ts',
  PublicUrls: 'test/adapters/system/system.test.ts',
  Randomness: 'test/adapters/system/system.test.ts',
  RecordKeys: 'test/adapters/matching/digested-record-keys.test.ts',
  RestoredDatabase: 'test/postgres/backup/after-restore.test.ts',
  RowSource: 'test/adapters/http/arrival/file/opened-file.test.ts',
  Sealing: 'test/adapters/security/ring-sealing.test.ts',
  Secrets: 'test/adapters/security/node-secrets.test.ts',
  SessionTokens: 'test/adapters/security/session-tokens.test.ts',
  Signatures: 'test/adapters/security/hmac-signatures.test.ts',
  Sns: 'test/adapters/channels/signed-sns.test.ts',
  Templates: 'test/adapters/templates/liquid-templates.test.ts',
  TestChannels: 'test/adapters/channels/test-mode/capturing-test-channels.test.ts',
  Timers: 'test/adapters/system/system.test.ts',
  WebAuthn: 'test/adapters/security/simple-web-authn.test.ts',
  WebhookChannel: 'test/adapters/channels/undici-webhook-channel.test.ts',
}

const ownFile = 'test/contracts/every-port.test.ts'
const contractFiles = filesIn('test/contracts').filter(
  (file) => file.endsWith('.test.ts') && file !== ownFile,
)

/** The calls that each of these test files requires of itself. */
const requiredBy = new Map<string, ReadonlySet<string>>()

beforeAll(async () => {
  for (const file of new Set([...contractFiles, ...Object.values(withOneAdapter)]))
    requiredBy.set(file, await callsRequiredBy(file))
})

/** Returns the methods of a port that no test file calls on an adapter, of the files that are given. */
const uncalled = (
  name: string,
  { methods }: DeclaredPort,
  adapter: Parameters<typeof callOn>[0],
  files: readonly string[],
): readonly string[] =>
  methods
    .map((method) => callOn(adapter, name, method))
    .filter((call) => !files.some((file) => requiredBy.get(file)?.has(call)))

const tokensOf = (bindings: typeof memory): ReadonlySet<string> =>
  new Set(bindings.map(({ token }) => (token as { readonly name: string }).name))
const inMemory = tokensOf(memory)
const inPostgres = tokensOf(postgres({} as Database))
const adapterSources = filesIn('src/adapters').map(read).join('\n')

/**
 * Returns the names of the classes in src/adapters that implement a port, for the check that every port is
 * tested.
 */
const adaptersOf = (port: string): readonly string[] =>
  [...adapterSources.matchAll(new RegExp(`class (\\w+) (?:extends|implements) ${port}\\b`, 'g'))].map(
    ([, name = '']) => name,
  )

/** Returns whether a port has one adapter for all services, instead of one in memory and one in PostgreSQL. */
const hasOneAdapter = (port: string): boolean => port in withOneAdapter

describe('every port', () => {
  const ofBoth = [...boundPorts].filter(([name]) => !hasOneAdapter(name))

  it.each(ofBoth)('%s has contracts that call each of its methods on both adapters', (name, port) => {
    expect(port.methods).not.toEqual([])
    expect(adapters.flatMap((adapter) => uncalled(name, port, adapter, contractFiles))).toEqual([])
  })

  it.each([...stores])('tx.%s has contracts that call each of its methods on both adapters', (name, port) => {
    expect(port.methods).not.toEqual([])
    expect(adapters.flatMap((adapter) => uncalled(name, port, adapter, contractFiles))).toEqual([])
  })

  it('that has an adapter in memory and one in PostgreSQL is not declared with one adapter', () => {
    const both = [...boundPorts.keys()].filter((name) => inMemory.has(name) && inPostgres.has(name))
    expect(both.filter((name) => adaptersOf(name).length > 1 && hasOneAdapter(name))).toEqual([])
  })

  it.each(Object.entries(withOneAdapter))('%s with one adapter is tested in %s', (name, file) => {
    const port = boundPorts.get(name)
    expect(port?.methods ?? []).not.toEqual([])
    expect(port && uncalled(name, port, 'only', [file])).toEqual([])
  })
})
