import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { interactionPolicy } from 'oidc-provider'

/**
 * The faulty answers that a test can choose for the OAuth token endpoint: an HTML page, a server error, a cut
 * connection, or no answer; null for none.
 */
export type TokenFault = 'html' | 'error' | 'cut' | 'hang' | null

export interface Mailbox {
  readonly sub: string
  readonly email: string
  readonly name: string
}

const clientSecret = 'a secret of the provider of the tests'
const sending = ['https://www.googleapis.com/auth/gmail.send', 'Mail.Send']
const reading = ['https://www.googleapis.com/auth/gmail.readonly', 'Mail.Read']
const scopes = ['openid', 'email', 'profile', 'offline_access', ...sending, ...reading]

/**
 * `MailProvider` is a real OAuth server for tests, at which one person has a mailbox. Its consent page has two
 * buttons.
 */
export class MailProvider {
  /**
   * The URL of the tests' mail provider. Its host differs from the service's, as with real providers, so that
   * browsers withhold cookies that are limited to one site.
   */
  readonly issuer: string
  mailbox: Mailbox = { sub: 'grace', email: 'Grace@Bücher.example', name: 'Grace Hopper' }
  /** The OAuth scopes that the tests' provider does not grant although the service requests them. */
  withheld: readonly string[] = []
  /** Whether the tests' provider states that the person's e-mail address is verified; undefined if it says nothing. */
  verifiesEmail: boolean | undefined = true
  givesRefreshTokens = true
  tokenFault: TokenFault = null
  accessTokenSeconds = 3600
  refreshes = 0
  revocations = 0
  readonly #server: Server
  #provider: Provider
  readonly #grants: string[] = []
  readonly #tokens: string[] = []

  private constructor(server: Server, callbacks: readonly string[]) {
    this.#server = server
    this.issuer = `http://localhost:${(server.address() as AddressInfo).port}`
    this.#provider = this.#made(callbacks)
    server.on('request', (request, response) => void this.#answer(request, response))
  }

  static async start(...callbacks: readonly string[]): Promise<MailProvider> {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    return new MailProvider(server, callbacks)
  }

  /** Registers one callback URL with the tests' OAuth provider, in place of those that `start` registered. */
  register(callback: string): void {
    this.#provider = this.#made([callback])
  }

  settings(api = 'http://127.0.0.1:1') {
    return { clientId: 'spindle', clientSecret, issuer: this.issuer, api }
  }

  /**
   * Acts as a person who opens the URL of the tests' provider and allows or denies access. Returns the address
   * to which the provider redirects the browser.
   */
  async consent(url: string, answer: 'allow' | 'deny' = 'allow'): Promise<string> {
    const cookies = new Map<string, string>()
    let [at, method] = [url, 'GET']
    for (let hops = 0; hops < 10; hops++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(at, { method, redirect: 'manual', headers: { cookie } })
      for (const one of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (location !== null) {
        ;[at, method] = [new URL(location, at).href, 'GET']
        if (!at.startsWith(this.issuer)) return at
      } else if (new URL(at).pathname.startsWith('/interaction/')) {
        ;[at, method] = [`${at}/${answer}`, 'POST']
      } else throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    }
    throw new Error('The provider leads nowhere')
  }

  /** Revokes all grants of the service at the tests' provider, as users do in the settings of their account. */
  async revokeAll(): Promise<void> {
    for (const id of this.#grants) {
      const grant = await this.#provider.Grant.find(id)
      await grant?.destroy()
      await this.#provider.AccessToken.revokeByGrantId(id)
      await this.#provider.RefreshToken.revokeByGrantId(id)
    }
  }

  async takeBackAccessTokens(): Promise<void> {
    for (const token of this.#tokens.splice(0))
      await (await this.#provider.AccessToken.find(token))?.destroy()
  }

  /** Returns true if an access token of the tests' provider is valid. */
  async isGood(token: string): Promise<boolean> {
    const found = await this.#provider.AccessToken.find(token)
    return found !== undefined && !found.isExpired
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Creates the tests' OAuth provider without its long warning that it is not meant for production. */
  #made(callbacks: readonly string[]): Provider {
    const { warn } = console
    Object.assign(console, { warn: () => {} })
    try {
      return this.#configured(callbacks)
    } finally {
      Object.assign(console, { warn })
    }
  }

  #configured(callbacks: readonly string[]): Provider {
    const policy = interactionPolicy.base()
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'spindle',
          client_secret: clientSecret,
          redirect_uris: [...callbacks],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      scopes,
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username'],
      },
      conformIdTokenClaims: false,
      cookies: { keys: ['a key of the tests'] },
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        revocation: { enabled: true, allowedPolicy: () => true },
      },
      interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: () => {
        const { sub, email, name } = this.mailbox
        const claims = { sub, email, email_verified: this.verifiesEmail, name, preferred_username: email }
        return { accountId: sub, claims: () => claims }
      },
      issueRefreshToken: () => this.givesRefreshTokens,
      rotateRefreshToken: true,
      ttl: {
        AccessToken: () => this.accessTokenSeconds,
        Grant: 86_400,
        IdToken: 3600,
        Interaction: 600,
        RefreshToken: 86_400,
        Session: 86_400,
        AuthorizationCode: 60,
      },
    })
    provider.on('access_token.saved', ({ jti }) => this.#tokens.push(jti))
    provider.on('grant.success', (ctx) => {
      if (ctx.oidc.params?.['grant_type'] === 'refresh_token') this.refreshes++
    })
    return provider
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer)
    if (pathname === '/token' && this.tokenFault !== null) return this.#fail(request, response)
    if (pathname === '/token/revocation') this.revocations++
    const [, uid, answer] = /^\/interaction\/([\w-]+)(?:\/(allow|deny))?$/.exec(pathname) ?? []
    if (uid === undefined) {
      const handle = this.#provider.callback() as RequestListener
      handle(request, response)
    } else if (answer === undefined) {
      response.setHeader('content-type', 'text/html')
      response.end(consentPage(uid, this.mailbox))
    } else await this.#finish(request, response, answer === 'allow')
  }

  async #finish(request: IncomingMessage, response: ServerResponse, allows: boolean): Promise<void> {
    if (!allows) {
      const denied = { error: 'access_denied', error_description: 'The <b>user</b> denied access' }
      return this.#provider.interactionFinished(request, response, denied)
    }
    const { params } = await this.#provider.interactionDetails(request, response)
    const accountId = this.mailbox.sub
    const grant = new this.#provider.Grant({ accountId, clientId: 'spindle' })
    const requested = String(params['scope']).split(' ')
    grant.addOIDCScope(requested.filter((scope) => !this.withheld.includes(scope)).join(' '))
    grant.rejectOIDCScope(this.withheld.join(' '))
    const grantId = await grant.save()
    this.#grants.push(grantId)
    const result = { login: { accountId }, consent: { grantId }, select_account: {} }
    await this.#provider.interactionFinished(request, response, result)
  }

  #fail(request: IncomingMessage, response: ServerResponse): void {
    request.resume()
    switch (this.tokenFault) {
      case 'html':
        response.setHeader('content-type', 'text/html')
        response.end('<h1>Sign in to the Wi-Fi</h1>')
        return
      case 'error':
        response.statusCode = 500
        response.end('{"error":"server_error"}')
        return
      case 'cut':
        response.destroy()
        return
      default:
      // The token endpoint of the tests' provider never answers in this case.
    }
  }
}

const consentPage = (uid: string, { email }: Mailbox) => `<!doctype html><meta charset="utf-8">
<title>Test provider</title>
<style>body { font: 16px system-ui; max-width: 26rem; margin: 15vh auto; padding: 1rem } button { font: inherit; padding: .5rem 1rem }</style>
<h1>May “Spindle” send mail as ${email}?</h1>
<form method="post" action="/interaction/${uid}/allow"><button>Allow</button></form>
<form method="post" action="/interaction/${uid}/deny"><button>Deny</button></form>`
