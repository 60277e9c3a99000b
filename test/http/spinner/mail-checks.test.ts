import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UndiciLinkCheck } from '../../../src/adapters/channels/undici-link-check.ts'
import { createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

interface Check {
  readonly kind: string
  readonly findings: readonly { readonly code: string; readonly pointer: string; readonly path: string }[]
}

describe('the check list before publishing', () => {
  let world: World
  let person: Person
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    person = await signUp(await createApi(world))
    path = `/spinners/${(await createWorkshop(person)).spinnerId}`
  })
  afterAll(() => world.close())

  async function findingsOf(mail: object): Promise<readonly string[]> {
    const steps = [{ type: 'email', to: '{{ email }}', subject: 'Tour', ...mail }]
    await person.do('PATCH', path, { steps })
    const { checks } = (await person.do('GET', `${path}/publish-preview`)) as { checks: readonly Check[] }
    expect(checks.map(({ kind }) => kind)).toEqual([
      'unsubscribeLine',
      'textPart',
      'size',
      'links',
      'imageTexts',
    ])
    return checks.flatMap(({ kind, findings }) =>
      findings.map((finding) => `${kind} ${finding.code} ${finding.pointer} ${finding.path}`),
    )
  }

  const footer = { addsFooter: true }

  it.each([
    [
      'a message without a way to unsubscribe',
      { html: '<p>Hi</p>' },
      ['unsubscribeLine UNSUBSCRIBE_LINK_MISSING /steps/0/html 1'],
    ],
    [
      'a footer without postal address',
      { html: '<p>Hi</p>', ...footer },
      ['unsubscribeLine POSTAL_ADDRESS_ADVISED /steps/0/addsFooter 1'],
    ],
  ])('names %s', async (_, mail, expected) => {
    expect(await findingsOf(mail)).toEqual(expected)
  })

  it.each([
    ['nothing about a complete message', { html: '<p>Hi</p><img src="cid:1" alt="">', text: 'Hi' }, []],
    [
      'a plain text with other words',
      { html: '<p>Hi</p>', text: 'Good day' },
      ['textPart TEXT_DIFFERS_FROM_HTML /steps/0/text 1'],
    ],
    [
      'images without words, which make an empty plain text',
      { html: '<img src="cid:1" alt="">' },
      ['textPart TEXT_PART_EMPTY /steps/0/html 1'],
    ],
    [
      'HTML that Gmail cuts',
      { html: `<p>${'x'.repeat(99_500)}</p>` },
      ['size SIZE_TOO_LARGE /steps/0/html 1'],
    ],
    [
      'images without alternative text',
      { html: "<p>Hi</p><img src='cid:1'><img alt='A > B' src='cid:2'><img src=\"cid:3\" title=\"a\">" },
      ['imageTexts IMAGE_TEXT_MISSING /steps/0/html 1'],
    ],
    [
      'a link to a host that is not public',
      { html: '<p><a href="http://127.0.0.1/x">Hi</a> <a href="https://{{ host }}/">you</a></p>' },
      ['links LINK_NOT_ANSWERING /steps/0/html 1'],
    ],
  ])('names %s', async (_, mail, expected) => {
    await person.do('PATCH', '/organization', { postalAddress: '12 Square, London' })
    expect(await findingsOf({ ...mail, ...footer })).toEqual(expected)
  })

  it('shows the same advice beside the preview, except about links, and prevents no publishing by advice', async () => {
    const html = '<p>Hi</p><img src="https://127.0.0.1/a.png">'
    expect(await findingsOf({ html, ...footer })).toEqual([
      'links LINK_NOT_ANSWERING /steps/0/html 1',
      'imageTexts IMAGE_TEXT_MISSING /steps/0/html 1',
    ])
    const { warnings } = await person.do('POST', `${path}/preview`)
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(['IMAGE_TEXT_MISSING'])
    expect((await person.ask('POST', `${path}/publish`)).status).toBe(200)
  })

  it('requests no link in test mode', async () => {
    await person.do('POST', '/test-mode/enter')
    const formerPath = path
    path = `/spinners/${(await createWorkshop(person)).spinnerId}`
    expect(await findingsOf({ html: '<p><a href="http://127.0.0.1/x">Hi</a></p>', ...footer })).toEqual([])
    path = formerPath
    await person.do('POST', '/test-mode/leave')
  })
})

describe('the check of links', () => {
  let server: Server
  let url: string

  beforeAll(async () => {
    server = createServer((request, answer) => {
      const status = Number(request.url?.slice(1))
      if (status > 0) answer.writeHead(status).end('Hello')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('finds pages that are gone, servers that fail or do not answer, and forbidden hosts', async () => {
    const check = new UndiciLinkCheck({ hosts: new Set(['127.0.0.1']) })
    const paths = ['200', '302', '403', '404', '410', '500', '0']
    const faults = await check.faultsOf(paths.map((status) => `${url}/${status}`))
    expect(paths.filter((status) => faults.has(`${url}/${status}`))).toEqual(['404', '410', '500', '0'])
    expect(faults.get(`${url}/404`)).toBe('it answers with the status 404')
    expect(faults.get(`${url}/0`)).toBe('it took longer than 4 seconds')
    const guarded = await new UndiciLinkCheck({ hosts: new Set() }).faultsOf([`${url}/200`, 'http://[::1]/'])
    expect([...guarded.values()]).toEqual(['its host is not public', 'its host is not public'])
  })
})
