import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { DnsServer } from '../../../support/servers/dns-server.ts'
import { MailProvider } from '../../../support/servers/mail-provider.ts'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'

let console: Console
let dns: DnsServer
let provider: MailProvider

beforeAll(async () => {
  dns = new DnsServer()
  provider = await MailProvider.start('https://unused.example/callback')
  const server = await dns.listen()
  console = await Console.start((home) =>
    home.launch({
      DNS_SERVERS: server,
      ALLOWED_PRIVATE_HOSTS: 'localhost',
      PUBLIC_API_URL: `http://127.0.0.1:${home.port}`,
    }),
  )
  console.allowRequestsTo(provider.issuer)
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
  provider.close()
  await dns.close()
})

it('lets an owner prove a domain and connect a provider, by which a new person signs in', async () => {
  const page = await console.visit('/organization')
  const [email, password] = ['hedy@example.com', 'correct horse battery staple']
  await console.signUp({ email, password, name: 'Hedy Lamarr', organizationName: 'Frequencies' })
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Your own sign-in provider' }).waitFor()
  const domain = page.getByRole('textbox', { name: 'E-mail domain' })
  await domain.fill('gmail.com')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByText('belongs to a public mail provider').waitFor()
  await domain.fill('Company.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  const section = page.getByRole('region', { name: 'company.example' })
  const value = await section.locator('pre').innerText()
  await section.getByRole('button', { name: 'Check record' }).click()
  await section.getByText('The record was not found').waitFor()
  dns.texts.set('_spindle-challenge.company.example', [value])
  await section.getByRole('button', { name: 'Check record' }).click()
  await section.getByText('Proven', { exact: true }).waitFor()

  const { issuer, clientId, clientSecret } = provider.settings()
  provider.register(await page.getByLabel('Redirect URI', { exact: true }).inputValue())
  await page.getByLabel('Issuer').fill('https://10.0.0.1')
  await page.getByLabel('Client id').fill(clientId)
  await page.getByRole('textbox', { name: 'Client secret' }).fill(clientSecret)
  await page.getByRole('button', { name: 'Connect provider' }).click()
  await page.getByText('must be on the public internet').waitFor()
  await page.getByLabel('Issuer').fill(issuer)
  await page.getByRole('switch', { name: 'Members must sign in through the provider' }).click()
  await page.getByText('Members are signed out when you save').waitFor()
  await page
    .getByText(`1 member with an address at another domain can no longer sign in: ${email}.`)
    .waitFor()
  await page.getByRole('switch', { name: 'Members must sign in through the provider' }).click()
  await page.getByRole('button', { name: 'Connect provider' }).click()
  await page.getByRole('button', { name: 'Disconnect' }).waitFor()
  await expectAccessibleInBoth(page)
  await expectNoSidewaysScroll(page)

  provider.mailbox = { sub: 'grace', email: 'grace@company.example', name: 'Grace Hopper' }
  const visitor = await console.visit('/')
  await visitor.getByRole('button', { name: 'Sign in with your organization' }).click()
  await visitor.getByText('Enter your e-mail address').waitFor()
  await visitor.getByLabel('E-mail').fill('grace@nowhere.example')
  await visitor.getByRole('button', { name: 'Sign in with your organization' }).click()
  await visitor.getByText('No organization has connected a sign-in provider').waitFor()
  await visitor.getByLabel('E-mail').fill('grace@company.example')
  await visitor.getByRole('button', { name: 'Sign in with your organization' }).click()
  await visitor.getByRole('button', { name: 'Allow' }).click()
  await visitor.getByRole('button', { name: /Grace Hopper/ }).waitFor()
  // The session does not learn whether the account has two-factor sign-in, so the console must not say "Off".
  await visitor.goto('/account')
  await visitor.getByText('You signed in through your organization, whose provider').waitFor()
  expect(await visitor.getByText('Off.', { exact: false }).count()).toBe(0)
  expect(await visitor.getByRole('link', { name: 'Set up' }).count()).toBe(0)
  await expectAccessibleInBoth(visitor)
  await visitor.goto('/two-factor')
  await visitor.getByText('Set a password under “Your account”').waitFor()
})
