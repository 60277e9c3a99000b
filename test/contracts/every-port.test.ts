import { describe, expect, it } from '@jest/globals'
import type { Database } from '../../src/adapters/postgres/database.ts'
import { postgres } from '../../src/composition/container.ts'
import { memory } from '../../src/composition/memory.ts'
import { boundPorts, type DeclaredPort, filesIn, read, stores } from '../support/contracts/ports.ts'

/** The ports that have a single adapter, each with the test file that creates the adapter and calls it. */
const withOneAdapter: Readonly<Record<string, string>> = {
  BodyDecoder: 'test/adapters/bodies/sniffed-bodies.test.ts',
  CellDirectory: 'test/http/cells.test.ts',
  Clock: 'test/adapters/system/system.test.ts',
  ClockScope: 'test/adapters/system/async-clock-scope.test.ts',
  Crons: 'test/adapters/system/croner-crons.test.ts',
  DomainRecords: 'test/adapters/dns/node-domain-records.test.ts',
  IdentityProvider: 'test/http/account/open-id.test.ts',
  Ids: 'test/adapters/system/system.test.ts',
  MailboxReader: 'test/adapters/channels/mailboxes/imap-mailbox.test.ts',
  Mailer: 'test/adapters/channels/smtp-mailer.test.ts',
  MessageTokens: 'test/adapters/security/signed-message-tokens.test.ts',
  Passwords: 'test/adapters/security/argon2-passwords.test.ts',
  PhoneNumbers: 'test/adapters/matching/digested-record-keys.test.ts',
  PublicUrls: 'test/adapters/system/system.test.ts',
  Randomness: 'test/adapters/system/system.test.ts',
  RecordKeys: 'test/adapters/matching/digested-record-keys.test.ts',
  Sealing: 'test/adapters/security/ring-sealing.test.ts',
  Secrets: 'test/adapters/security/node-secrets.test.ts',
  SenderChannels: 'test/contracts/sender/sender-channels.test.ts',
  SessionTokens: 'test/adapters/security/session-tokens.test.ts',
  Signatures: 'test/adapters/security/hmac-signatures.test.ts',
  Sns: 'test/adapters/channels/signed-sns.test.ts',
  Templates: 'test/adapters/templates/liquid-templates.test.ts',
  TestChannels: 'test/adapters/channels/test-mode/capturing-test-channels.test.ts',
  Timers: 'test/adapters/system/system.test.ts',
  WebhookChannel: 'test/adapters/channels/undici-webhook-channel.test.ts',
}

/** The ports whose single adapter is tested through the whole service, each with the test file that does it. */
const throughService: Readonly<Record<string, string>> = {
  MailProviders: 'test/http/sender/connect.test.ts',
  Metrics: 'test/http/metrics.test.ts',
  RowSource: 'test/http/table/csv.test.ts',
  OrganizationMoves: 'test/postgres/cell/move-organization.test.ts',
  RestoredDatabase: 'test/postgres/backup/after-restore.test.ts',
}

function methodsOf(port: DeclaredPort | undefined, name: string): readonly string[] {
  return (port?.methods ?? []).map((method) => `${name}.${method}`)
}

/** The methods that contract tests cover, as `Port.method` or `store.method`. */
const covered = new Set(filesIn('test/contracts').flatMap((file) => coveredIn(read(file))))

/**
 * Returns the port methods that the contract suites of a test file cover. `contract` itself runs the suite on
 * both adapters and fails if the suite does not call these methods.
 */
function coveredIn(source: string): readonly string[] {
  const heads = [...source.matchAll(/^contract\(\s*\[([^\n]*?|\n.*?\n {2})\],?\s/gms)].map(
    ([, head = '']) => head,
  )
  const parts = [...source.matchAll(/\bpart(?:OfStore)?\(\s*'?(\w+)'?,([^)]*)\)/g)]
  const whole = heads
    .flatMap((head) => head.replaceAll(/\bpart(?:OfStore)?\([^)]*\)/g, '').match(/\w+/g) ?? [])
    .flatMap((name) => methodsOf(boundPorts.get(name) ?? stores.get(name), name))
  const named = parts.flatMap(([, name = '', methods = '']) =>
    [...methods.matchAll(/'(\w+)'/g)].map(([, method = '']) => `${name}.${method}`),
  )
  return heads.length === 0 ? [] : [...whole, ...named]
}

const uncovered = (name: string, port: DeclaredPort): readonly string[] =>
  methodsOf(port, name).filter((method) => !covered.has(method))

const tokensOf = (bindings: typeof memory): ReadonlySet<string> =>
  new Set(bindings.map(({ token }) => (token as { readonly name: string }).name))
const inMemory = tokensOf(memory)
const inPostgres = tokensOf(postgres({} as Database))
const adapters = filesIn('src/adapters').map(read).join('\n')

/**
 * Returns the names of the classes in src/adapters that implement a port, for the check that every port is
 * tested.
 */
const adaptersOf = (port: string): readonly string[] =>
  [...adapters.matchAll(new RegExp(`class (\\w+) (?:extends|implements) ${port}\\b`, 'g'))].map(
    ([, name = '']) => name,
  )

/** Returns whether a port has one adapter for all services, instead of one in memory and one in PostgreSQL. */
const hasOneAdapter = (port: string): boolean => port in withOneAdapter || port in throughService

describe('every port', () => {
  const ofBoth = [...boundPorts].filter(([name]) => !hasOneAdapter(name))

  it.each(ofBoth)('%s has contracts that call each of its methods on both adapters', (name, port) => {
    expect(port.methods).not.toEqual([])
    expect(uncovered(name, port)).toEqual([])
  })

  it.each([...stores])('tx.%s has contracts that call each of its methods on both adapters', (name, port) => {
    expect(port.methods).not.toEqual([])
    expect(uncovered(name, port)).toEqual([])
  })

  it('that has an adapter in memory and one in PostgreSQL is not declared with one adapter', () => {
    const both = [...boundPorts.keys()].filter((name) => inMemory.has(name) && inPostgres.has(name))
    expect(both.filter((name) => adaptersOf(name).length > 1 && hasOneAdapter(name))).toEqual([])
  })

  it.each(Object.entries(withOneAdapter))('%s with one adapter is tested in %s', (name, file) => {
    const words = new Set(read(file).match(/\w+/g))
    expect([name, ...adaptersOf(name)].filter((one) => words.has(one))).not.toEqual([])
    expect(read(file)).toMatch(/^ {2,4}it\b/m)
  })

  it.each(Object.entries(throughService))('%s is tested through the service in %s', (name, file) => {
    expect(`${[...boundPorts.keys()].join(' ')} RowSource`).toMatch(new RegExp(`\\b${name}\\b`))
    expect(read(file)).toMatch(/\bit\b/)
  })

  it('is in the lists of this test only if it exists', () => {
    expect([...boundPorts.keys(), 'RowSource']).toEqual(expect.arrayContaining(Object.keys(withOneAdapter)))
  })
})
