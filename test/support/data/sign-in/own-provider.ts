import { AllowedPrivateHosts } from '../../../../src/adapters/channels/allowed-private-hosts.ts'
import { NodeDomainRecords } from '../../../../src/adapters/dns/node-domain-records.ts'
import { provideValue } from '../../../../src/composition/provide.ts'
import { DomainRecords } from '../../../../src/ports/sender/domain-records.ts'
import { type Api, createApi, type Reply } from '../../api.ts'
import { DnsServer } from '../../servers/dns-server.ts'
import { MailProvider } from '../../servers/mail-provider.ts'
import { createWorld, type World } from '../../world.ts'
import { type Person, personWith, signUp } from '../person.ts'
import { passkeysAtPublicOrigin } from './authenticator.ts'
import { asOperatorProvider, startOperatorProvider } from './operator-provider.ts'
import { type TestApp, turnOnSecondFactor } from './second-factor.ts'

/** The steps by which tests let an organization connect its own sign-in provider, and let people sign in through it. */
export class OwnProvider {
  readonly world: World
  readonly api: Api
  readonly dns: DnsServer
  /** The provider that organizations connect. */
  readonly provider: MailProvider
  /** The provider of the operator, which signs in everybody of the deployment. */
  readonly operator: MailProvider
  #domains = 0

  private constructor(
    world: World,
    api: Api,
    dns: DnsServer,
    provider: MailProvider,
    ofOperator: MailProvider,
  ) {
    this.world = world
    this.api = api
    this.dns = dns
    this.provider = provider
    this.operator = ofOperator
  }

  /** Starts a service with a DNS server and two OpenID Connect providers. */
  static async start(): Promise<OwnProvider> {
    const dns = new DnsServer()
    const provider = await MailProvider.start('https://unused.example/callback')
    const ofOperator = await startOperatorProvider()
    const world = await createWorld([
      passkeysAtPublicOrigin,
      asOperatorProvider(ofOperator),
      provideValue(DomainRecords, new NodeDomainRecords([await dns.listen()])),
      provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['localhost'])),
    ])
    return new OwnProvider(world, await createApi(world), dns, provider, ofOperator)
  }

  async close(): Promise<void> {
    await this.api.close()
    await this.world.close()
    this.provider.close()
    this.operator.close()
    await this.dns.close()
  }

  later(ms: number): void {
    this.world.clock.set(new Date(this.world.clock.now().getTime() + ms).toISOString())
  }

  publish({ record }: { readonly record: { readonly name: string; readonly value: string } }): void {
    this.dns.texts.set(record.name, ['unrelated', record.value])
  }

  async proved(owner: Person, domain: string) {
    const added = await owner.do('POST', '/organization/domains', { domain })
    this.publish(added)
    return owner.do('POST', `/organization/domains/${added.id}/check`)
  }

  settings(changes: object = {}): object {
    const { issuer, clientId, clientSecret } = this.provider.settings()
    return { issuer, clientId, clientSecret, ...changes }
  }

  async connect(owner: Person, changes: object = {}) {
    const saved = await owner.do('PUT', '/organization/sign-in', this.settings(changes))
    this.provider.register(saved.callbackUrl)
    return saved
  }

  newDomain(): string {
    return `company${this.#domains++}.example`
  }

  /** Returns an owner whose organization has proven a new domain and connected the provider of the tests. */
  async connected(changes: object = {}): Promise<{ readonly owner: Person; readonly domain: string }> {
    const owner = await signUp(this.api)
    const domain = this.newDomain()
    await this.proved(owner, domain)
    await this.connect(owner, changes)
    return { owner, domain }
  }

  /** Requires the provider of all members; the owner turns on two-factor sign-in first. */
  async require(owner: Person): Promise<TestApp> {
    const app = await turnOnSecondFactor(owner, this.world.clock)
    await this.connect(owner, { isRequired: true })
    return app
  }

  async begin(email: string) {
    const reply = await this.api.ask('/api/v1/auth/oidc/begin', { method: 'POST', json: { email } })
    const [cookie = ''] = (reply.headers.get('set-cookie') ?? '').split(';')
    return { reply, url: String(reply.body['url']), cookie }
  }

  /** Opens the page to which the provider sends the browser back, and returns its text and the session that opened. */
  async comeBack(back: string, cookie: string) {
    const { pathname, search } = new URL(back)
    const response = await fetch(`${this.api.url}${pathname}${search}`, { headers: { cookie } })
    const { status, headers } = response
    const token = /spindle_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
    return { status, token, page: await response.text() }
  }

  identify(email: string, sub = email): void {
    this.provider.mailbox = { sub, email, name: 'Grace Hopper' }
  }

  async signIn(email: string, sub = email) {
    this.identify(email, sub)
    const { url, cookie } = await this.begin(email)
    return this.comeBack(await this.provider.consent(url), cookie)
  }

  /** Signs in by the provider of the operator. */
  async signInByOperator(email: string) {
    this.operator.mailbox = { sub: email, email, name: 'Grace Hopper' }
    const { headers } = await this.api.ask('/api/v1/auth/oidc/begin')
    const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
    return this.comeBack(await this.operator.consent(headers.get('location') ?? ''), cookie)
  }

  session(token: string): Promise<Reply> {
    return this.api.ask('/api/v1/auth/session', { key: token })
  }

  /** Returns the person who has the session of a token. */
  async person(token: string, email: string, password = ''): Promise<Person> {
    return personWith(this.api, token, email, password, (await this.session(token)).body)
  }

  signInWithPassword(email: string, password: string, more: object = {}): Promise<Reply> {
    return this.api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password, ...more } })
  }

  /** Sets a new password by the link that the service mails, and returns the answer. */
  async resetPassword(email: string, password: string): Promise<Reply> {
    await this.api.ask('/api/v1/auth/password-reset', { method: 'POST', json: { email } })
    const token = /#(rst_\w+)/.exec(this.world.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1]
    const json = { token, password }
    return this.api.ask('/api/v1/auth/password-reset/confirm', { method: 'POST', json })
  }

  /** Returns the token of the invitation that was mailed last. */
  mailedInvitation(): string {
    return /#(inv_\w+)/.exec(this.world.mails.at(-1)?.text ?? '')?.[1] ?? ''
  }
}
