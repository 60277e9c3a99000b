import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { MessageTokens } from '../../../../src/ports/sender/message/message-tokens.ts'
import { type Api, createApi } from '../../../support/api.ts'
import { type Person, personWith, signUp } from '../../../support/data/person.ts'
import { createWorld, type World } from '../../../support/world.ts'

const english = 'If you do not want more of these e-mails, [unsubscribe].'
const german = 'Wenn Sie keine weiteren E-Mails möchten, [melden Sie sich hier ab].'
const french = 'Si vous ne souhaitez plus recevoir ces e-mails, [désinscrivez-vous ici].'

describe('the language of an organization', () => {
  let world: World
  let api: Api

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())

  const settingsOf = async (person: Person) => {
    const { language, unsubscribeLine } = await person.do('GET', '/organization')
    return { language, unsubscribeLine }
  }

  it('is English at first, or the language that the sign-up names, with its unsubscribe line', async () => {
    expect(await settingsOf(await signUp(api))).toEqual({ language: 'en', unsubscribeLine: english })
    const person = await signUp(api, { language: 'de' })
    expect(await settingsOf(person)).toEqual({ language: 'de', unsubscribeLine: german })
  })

  it('is chosen for a further organization', async () => {
    const person = await signUp(api)
    const { id: organizationId } = await person.do('POST', '/organizations', {
      name: 'Machines',
      language: 'fr',
    })
    const body = await person.do('POST', '/auth/switch', { organizationId })
    const there = personWith(api, body.token, person.email, person.password, body)
    expect(await settingsOf(there)).toEqual({ language: 'fr', unsubscribeLine: french })
  })

  it('is one of those that the service speaks', async () => {
    const person = await signUp(api)
    for (const language of ['nl', 'DE', '', null]) {
      const { status, body } = await person.ask('PATCH', '/organization', { language })
      expect([status, body['errors']]).toEqual([400, [expect.objectContaining({ pointer: '/language' })]])
    }
    expect(await settingsOf(person)).toEqual({ language: 'en', unsubscribeLine: english })
  })

  it('changes the standard unsubscribe line with it, and no line that the organization has written', async () => {
    const person = await signUp(api)
    await person.do('PATCH', '/organization', { language: 'de' })
    expect(await settingsOf(person)).toEqual({ language: 'de', unsubscribeLine: german })
    await person.do('PATCH', '/organization', { language: 'fr', unsubscribeLine: german })
    expect(await settingsOf(person)).toEqual({ language: 'fr', unsubscribeLine: german })
    await person.do('PATCH', '/organization', { unsubscribeLine: 'Assez ? [Stop]' })
    await person.do('PATCH', '/organization', { language: 'es' })
    expect(await settingsOf(person)).toEqual({ language: 'es', unsubscribeLine: 'Assez ? [Stop]' })
  })

  it('is in the audit log, and in the test organization', async () => {
    const person = await signUp(api)
    await person.do('POST', '/test-mode/enter')
    await person.do('POST', '/test-mode/leave')
    await person.do('PATCH', '/organization', { language: 'de' })
    const { items } = await person.do('GET', '/audit?limit=1')
    expect(items).toMatchObject([
      {
        action: 'organization.changed',
        before: { language: 'en', unsubscribeLine: english },
        after: { language: 'de', unsubscribeLine: german },
      },
    ])
    await person.do('POST', '/test-mode/enter')
    expect(await settingsOf(person)).toEqual({ language: 'de', unsubscribeLine: german })
    await person.do('PATCH', '/organization', { language: 'es' })
    await person.do('POST', '/test-mode/leave')
    expect(await settingsOf(person)).toEqual({ language: 'de', unsubscribeLine: german })
  })

  it('is not changed by somebody who read an older revision', async () => {
    const person = await signUp(api)
    const { headers } = await person.ask('GET', '/organization')
    const outdated = { headers: { 'If-Match': headers.get('etag') ?? '' } }
    await person.do('PATCH', '/organization', { language: 'de' })
    const { status } = await person.ask('PATCH', '/organization', { language: 'fr' }, outdated)
    expect(status).toBe(409)
    expect(await settingsOf(person)).toMatchObject({ language: 'de' })
  })

  it('is that of the unsubscribe page for a browser that asks for no language of the service', async () => {
    const person = await signUp(api, { language: 'de' })
    const { organizationId } = person
    const url = world.container
      .get(MessageTokens)
      .unsubscribeLinkFor({ organizationId, email: 'ada@example.com' })
    const pageFor = async (accepted: string, method = 'GET') => {
      const headers = { 'accept-language': accepted }
      return (await fetch(api.url + new URL(url).pathname, { method, headers })).text()
    }
    expect(await pageFor('nl')).toContain('<html lang="de"')
    expect(await pageFor('nl')).toContain('<button>Abmelden</button>')
    expect(await pageFor('nl')).toContain('lang="en"')
    expect(await pageFor('fr')).toContain('<button>Se désabonner</button>')
    expect(await pageFor('nl', 'POST')).toContain('<html lang="de"')
    expect(await pageFor('en', 'POST')).toContain('You are unsubscribed')
  })
})
