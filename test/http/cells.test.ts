import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { HttpCellDirectory } from '../../src/adapters/cells/http-cell-directory.ts'
import { AllowedPrivateHosts } from '../../src/adapters/channels/allowed-private-hosts.ts'
import { CellSignature, cellSignatureHeader } from '../../src/adapters/security/cell-signature.ts'
import { newSecret } from '../../src/adapters/security/secret.ts'
import { provide, provideMade, provideValue } from '../../src/composition/provide.ts'
import { operator } from '../../src/domain/account/audit/actor.ts'
import { ofProvider } from '../../src/domain/account/open-id/sign-in-provider.ts'
import type { OtherCells } from '../../src/domain/cell/other-cells.ts'
import { PublicUrls } from '../../src/domain/public-urls.ts'
import { Credentials } from '../../src/ports/account/credentials.ts'
import { Throttle } from '../../src/ports/account/throttle.ts'
import { CellDirectory } from '../../src/ports/cell/cell-directory.ts'
import { Clock } from '../../src/ports/clock.ts'
import { Ids } from '../../src/ports/ids.ts'
import { Sealing } from '../../src/ports/sealing.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { SignUp } from '../../src/use-cases/account/sign-up.ts'
import { SignInElsewhere } from '../../src/use-cases/cell/sign-in-elsewhere.ts'
import { type Api, createApi } from '../support/api.ts'
import { MailProvider } from '../support/servers/mail-provider.ts'
import { unusedPort } from '../support/servers/unused-port.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

const secret = 'a secret that all the cells have, and no one else'
const password = 'correct horse battery staple'
const person = (name: string) => ({ email: `${name}@example.com`, password })

describe('signing in to one of several cells', () => {
  const worlds: World[] = []
  let [first, second]: Api[] = []
  const api = (which: 1 | 2) => (which === 1 ? first : second) as Api

  async function open(cells: OtherCells): Promise<{ world: World; api: Api }> {
    const world = await createWorld([
      provideMade(CellDirectory, (clock: Clock) => new HttpCellDirectory(cells, clock), Clock),
      provide(SignInElsewhere, CellDirectory, Throttle),
      provideValue(AllowedPrivateHosts, new AllowedPrivateHosts(['localhost'])),
    ])
    worlds.push(world)
    const opened = await createApi(world, { cells })
    return { world, api: opened }
  }

  const signUp = (world: World, name: string) =>
    world.container.get(SignUp).execute({ ...person(name), name, organizationName: name, by: operator })

  const signIn = (which: 1 | 2, body: object, headers = {}) =>
    api(which).ask('/api/v1/auth/sign-in', { method: 'POST', json: body, headers })

  /**
   * Returns the number of requests that the second cell has answered. Asks for its health and waits for the log
   * line of that request, because the lines of all earlier requests come before it. Does not count that request.
   */
  async function requestsToSecond(): Promise<number> {
    const { log } = api(2)
    const requestId = `marker-${log.length}`
    await api(2).ask('/healthz', { headers: { 'x-request-id': requestId } })
    await until(() => log.some((line) => line['requestId'] === requestId))
    return log.filter(({ msg, route }) => msg === 'request' && route !== '/healthz').length
  }

  beforeAll(async () => {
    // Creates two cells for the test. The first knows the address of the second; the second has a wrong address
    // for the first, so it can only name the first to a proxy.
    const two = await open({
      secret,
      others: [{ cell: 'eu1', url: `http://127.0.0.1:${await unusedPort()}` }],
    })
    second = two.api
    const one = await open({ secret, others: [{ cell: 'us2', url: two.api.url }] })
    first = one.api
    await signUp(one.world, 'ada')
    await signUp(two.world, 'grace')
  })
  afterAll(async () => {
    await first?.close()
    await second?.close()
    for (const world of worlds) await world.close()
  })

  it('accepts an account of this cell', async () => {
    expect((await signIn(1, person('ada'))).status).toBe(200)
  })

  it('accepts an account of another cell, with a session of that cell', async () => {
    const reply = await signIn(1, person('grace'))
    expect(reply.status).toBe(200)
    const token = String(reply.body['token'])
    expect(reply.headers.get('set-cookie')).toContain(`spindle_session=${token};`)
    expect((await api(2).ask('/api/v1/auth/session', { key: token })).status).toBe(200)
    expect((await api(1).ask('/api/v1/auth/session', { key: token })).status).toBe(401)
  })

  it('opens the same kind of session in the other cell as the device requests here', async () => {
    const device = { 'X-Spindle-Console': '1', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' }
    const key = String((await signIn(1, person('grace'), device)).body['token'])
    const { items } = (await api(2).ask('/api/v1/sessions', { key })).body
    expect(items).toMatchObject([{ kind: 'console', device: 'Firefox on Linux' }])
  })

  it('answers a stranger the same, whether the account exists in this cell, another or none', async () => {
    const bodies = []
    for (const name of ['ada', 'grace', 'nobody']) {
      const { status, headers, body } = await signIn(1, {
        ...person(name),
        password: 'wrong, and long enough',
      })
      const { requestId: _, ...same } = body
      bodies.push({ status, same, cookie: headers.get('set-cookie'), type: headers.get('content-type') })
    }
    expect(bodies[0]).toMatchObject({ status: 401, same: { code: 'INVALID_CREDENTIALS' }, cookie: null })
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
  })

  it('does the same amount of work for a stranger, whether the account exists in this cell, another or none', async () => {
    const counts = []
    for (const name of ['ada', 'grace', 'nobody']) {
      const before = await requestsToSecond()
      await signIn(1, { ...person(name), password: 'wrong, and long enough' })
      counts.push((await requestsToSecond()) - before)
    }
    // Each of the test's sign-ins sends the other cell two requests: whether it has the account, and the
    // sign-in itself.
    expect(counts).toEqual([2, 2, 2])
  })

  it('reports that a cell could not be asked, whichever account it was', async () => {
    for (const name of ['ada', 'nobody']) {
      const { status, body } = await signIn(2, { ...person(name), password: 'wrong, and long enough' })
      expect([status, body['code']]).toEqual([503, 'OVERLOADED'])
    }
    expect((await signIn(2, person('grace'))).status).toBe(200)
  })

  it('shows only to cells which accounts exist', async () => {
    const path = '/api/v1/cells/accounts'
    const ask = (headers: Record<string, string>) =>
      api(2).ask(path, { method: 'POST', json: { email: 'grace@example.com' }, headers })
    const signature = new CellSignature(secret)
    const now = worlds[0]?.clock.now() ?? new Date()
    const good = signature.sign(path, '192.0.2.1', now)
    expect((await ask({ [cellSignatureHeader]: good })).body).toEqual({ known: true })
    for (const bad of [
      '',
      'x',
      good.slice(0, -1),
      new CellSignature('another secret, of thirty-two and more').sign(path, '192.0.2.1', now),
      signature.sign('/api/v1/auth/sign-in', '192.0.2.1', now),
      signature.sign(path, '192.0.2.1', new Date(now.getTime() - 120_000)),
      good.replace(/\.[\w-]+\./, `.${Buffer.from('192.0.2.2').toString('base64url')}.`),
    ])
      expect((await ask({ [cellSignatureHeader]: bad })).status).toBe(404)
    expect((await ask({})).status).toBe(404)
  })

  describe('through the own provider of an organization of another cell', () => {
    let provider: MailProvider
    let organizationId: string
    const domain = 'company.example'

    beforeAll(async () => {
      provider = await MailProvider.start('https://unused.example/callback')
      const { container, clock } = worlds[0] as World
      const { id } = await signUp(worlds[0] as World, 'owner')
      organizationId = (await container.get(Credentials).signedIn(id))?.user.organizationId ?? ''
      provider.register(container.get(PublicUrls).openIdCallback(organizationId))
      const { issuer, clientId, clientSecret } = provider.settings()
      const at = clock.now()
      const since = { createdAt: at, provenAt: at, checkedAt: at, missingSince: null }
      await container.get(UnitOfWork).run(async ({ organizationSignIn }) => {
        await organizationSignIn.addDomain({ id: newId(), organizationId, domain, ...since })
        await organizationSignIn.saveProvider({
          organizationId,
          id: newId(),
          issuer,
          clientId,
          encryptedSecret: container.get(Sealing).seal(clientSecret, ofProvider(organizationId)),
          defaultRole: 'viewer',
          admitsNew: true,
          requiredAt: at,
          createdAt: at,
        })
      })
    })
    afterAll(() => provider.close())

    const newId = () => (worlds[0] as World).container.get(Ids).next()
    const begin = (which: 1 | 2, body: object) =>
      api(which).ask('/api/v1/auth/oidc/begin', { method: 'POST', json: body })

    it('begins in that cell, and opens a session there', async () => {
      const email = `sso@${domain}`
      provider.mailbox = { sub: 'sso', email, name: 'Grace Hopper' }
      const { status, body, headers } = await begin(1, { email })
      expect(status).toBe(200)
      const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
      const { pathname, search } = new URL(await provider.consent(String(body['url'])))
      const opened = await fetch(`${api(2).url}${pathname}${search}`, { headers: { cookie } })
      const key = /spindle_session=([^;]+)/.exec(opened.headers.get('set-cookie') ?? '')?.[1] ?? ''
      const session = await api(2).ask('/api/v1/auth/session', { key })
      expect(session).toMatchObject({ status: 200, body: { organization: { id: organizationId } } })
    })

    it('is not found if no cell has the domain, and reports that a cell could not be asked', async () => {
      const email = 'anybody@nowhere.example'
      expect((await begin(1, { email })).body['code']).toBe('NOT_FOUND')
      expect((await begin(2, { email })).body['code']).toBe('OVERLOADED')
      expect((await begin(2, { email: `sso@${domain}` })).status).toBe(200)
    })

    it('is named to a person with the right password only, if the organization requires it', async () => {
      const wrong = { ...person('owner'), password: 'wrong, and long enough' }
      expect((await signIn(1, person('owner'))).body['code']).toBe('SIGN_IN_PROVIDER_REQUIRED')
      expect((await signIn(1, wrong)).body['code']).toBe('INVALID_CREDENTIALS')
    })
  })

  it('sends the token of a link to the cell that the token names', async () => {
    const confirm = (token: string) =>
      api(1).ask('/api/v1/auth/password-reset/confirm', { method: 'POST', json: { token, password } })
    const before = await requestsToSecond()
    const refused = await confirm(newSecret('rst', 'us2'))
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await requestsToSecond()).toBe(before + 1)
    await confirm(newSecret('rst', 'eu9'))
    await confirm(newSecret('rst'))
    expect(await requestsToSecond()).toBe(before + 1)
  })
})

describe('signing in to the only cell', () => {
  it('asks no other cell, and has no route for cells', async () => {
    const world = await createWorld()
    const api = await createApi(world)
    const reply = await api.ask('/api/v1/cells/accounts', {
      method: 'POST',
      json: { email: 'a@example.com' },
      undocumented: true,
    })
    expect(reply.status).toBe(404)
    await api.close()
    await world.close()
  })
})
