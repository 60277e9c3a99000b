import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const link = '<p>Too many mails? <a href="{{ unsubscribe_url }}">Leave the list</a></p>'
const html = `<p>Dear {{ name }},</p><p>the tour of the vineyard is on <b>Friday</b>.</p>${link}`
const text =
  'Dear {{ name }},\n\nthe tour of the vineyard is on Friday.\n\nLeave the list: {{ unsubscribe_url }}\n'

describe('warnings about e-mails', () => {
  let world: World
  let api: Api
  let person: Person
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    person = await signUp(api)
    path = `/spinners/${(await createWorkshop(person)).spinnerId}`
  })
  afterAll(() => world.close())

  const draft = (mail: object) =>
    person.do('PATCH', path, { steps: [{ type: 'email', to: '{{ email }}', subject: 'Tour', ...mail }] })
  const publish = async (body?: object) => await person.ask('POST', `${path}/publish`, body)
  const codesOf = (errors: readonly { pointer: string; code: string }[]) =>
    errors.map(({ pointer, code }) => `${pointer} ${code}`)

  it.each([
    ['an HTML without a link', { html: '<p>Hello</p>' }, ['/steps/0/html UNSUBSCRIBE_LINK_MISSING']],
    [
      'a link that no reader sees',
      {
        html: '<p>Hello</p><!-- {{ unsubscribe_url }} -->{% comment %}{{ unsubscribe_url }}{% endcomment %}',
      },
      ['/steps/0/html UNSUBSCRIBE_LINK_MISSING'],
    ],
    [
      'a plain text that lacks the link and was left behind',
      { html, text: 'Dear {{ name }},\n\nwe will write soon.' },
      ['/steps/0/text UNSUBSCRIBE_LINK_MISSING', '/steps/0/text TEXT_DIFFERS_FROM_HTML'],
    ],
    [
      'a plain text with another day',
      { html, text: text.replace('Friday', 'Monday') },
      ['/steps/0/text TEXT_DIFFERS_FROM_HTML'],
    ],
  ] as const)('prevents the publication of %s until an owner ignoresWarnings', async (_, mail, codes) => {
    await draft(mail)
    const refused = await publish()
    expect([refused.status, refused.body['code']]).toEqual([422, 'SPINNER_INVALID'])
    expect(codesOf(refused.body['errors'] as { pointer: string; code: string }[])).toEqual(codes)
    const preview = await person.do('POST', `${path}/preview`)
    expect([codesOf(preview.warnings), preview.errors]).toEqual([codes, []])
    expect((await publish({ ignoreWarnings: true })).status).toBe(200)
  })

  it('names the legal reason and the remedy', async () => {
    await draft({ html: '<p>Good morning</p>' })
    const { errors } = (await publish()).body as unknown as { errors: { message: string }[] }
    expect(errors[0]?.message).toMatch(/CAN-SPAM.*<a href="\{\{ unsubscribe_url \}\}">/)
  })

  it.each([
    ['without a link', 'Hello {{ name }}'],
    ['with a link in a comment', 'Hello {% comment %}{{ unsubscribe_url }}{% endcomment %}'],
    ['with a link of another column', 'Hello {{ unsubscribeUrl }}'],
  ])('advises a link for a plain text alone %s, and permits its publication', async (_, mail) => {
    await draft({ text: mail })
    const { warnings } = await person.do('POST', `${path}/preview`)
    expect(codesOf(warnings)).toEqual(['/steps/0/text UNSUBSCRIBE_LINK_ADVISED'])
    expect(warnings[0].message).toMatch(/CAN-SPAM.*You can publish without it/)
    if (!mail.includes('unsubscribeUrl')) expect((await publish()).status).toBe(200)
    await person.do('POST', '/test-mode/enter')
    const ofTest = `/spinners/${(await createWorkshop(person)).spinnerId}`
    await person.do('PATCH', ofTest, {
      steps: [{ type: 'email', to: '{{ email }}', subject: 'Tour', text: mail }],
    })
    expect(codesOf((await person.do('POST', `${ofTest}/preview`)).warnings)).toEqual([
      '/steps/0/text UNSUBSCRIBE_LINK_ADVISED',
    ])
    await person.do('POST', '/test-mode/leave')
  })

  it.each([
    ['an HTML with a link, whose plain text is made from it', { html }],
    ['a plain text with the words of the HTML', { html, text }],
    ['a plain text alone with a link', { text: 'Hello\n\n{{ unsubscribe_url }}' }],
    ['a plain text alone with an offer', { text: 'Hello\n\nIf you want no more e-mails, tell me.' }],
    ['a plain text alone with an offer in German', { text: 'Hallo\n\nZum Abmelden antworten Sie kurz.' }],
  ])('permits the publication of %s', async (_, mail) => {
    await draft(mail)
    expect((await person.do('POST', `${path}/preview`)).warnings).toEqual([])
    expect((await publish()).status).toBe(200)
  })
})
