import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { addSender } from '../../support/data/sender.ts'
import { createWorld, type World } from '../../support/world.ts'

const line = 'No more e-mails? [Leave the list]'
const postalAddress = 'Analytical Engines Ltd.\n12 Square, London'
const step = {
  type: 'email',
  to: '{{ email }}',
  subject: 'Tour',
  html: '<p>Dear {{ name }},</p>',
  preheader: 'A tour for {{ name }} & friends',
  addsFooter: true,
}

describe('the preheader, signature and footer of an e-mail', () => {
  let world: World
  let api: Api
  let person: Person
  let workshop: Workshop
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    world.clock.follow()
    api = await createApi(world)
    person = await signUp(api)
    await person.do('PATCH', '/organization', { unsubscribeLine: line, postalAddress })
    workshop = await createWorkshop(person)
    path = `/spinners/${workshop.spinnerId}`
    await person.do('PATCH', path, { steps: [step] })
  })
  afterAll(() => world.close())

  const previewOf = async (id: string) => {
    const { items } = await person.do('POST', `${path}/preview`, { recordIds: [id] })
    return items[0].steps[0].message
  }
  const runFor = async (id: string) => {
    await person.do('POST', `${path}/jobs`, { recordIds: [id] })
    await world.drain()
  }

  it('are the same in the preview, the rehearsal, the test message, the captured and the sent message', async () => {
    const records = await person.do('GET', `/data-tables/${workshop.dataTableId}/records`)
    const [{ id, data }, { id: other }] = records.items
    await person.do('POST', `${path}/publish`, { ignoreWarnings: true })
    const captured = await previewOf(id)
    await runFor(id)
    const [inOutbox] = (await person.do('GET', '/outbox')).items
    expect([inOutbox.html, inOutbox.text]).toEqual([captured.html, captured.plainText])
    expect(captured.preheader).toBe(`A tour for ${data.name} & friends`)

    const signature = { signature: 'Grace Hopper', signatureHtml: '<p><b>Grace</b> Hopper</p>' }
    await addSender(world, person.organizationId, { kind: 'deployment', isDefault: true, ...signature })
    const message = await previewOf(other)
    expect(message.html).toMatch(
      /^<div style="display:none[^>]*>A tour for .* &amp; friends.*<p>Dear .*,<\/p><div><p><b>Grace<\/b> Hopper<\/p><\/div><p style="[^"]*">No more e-mails\? <a href="[^"]*\/unsubscribe\/[^"]*" style="[^"]*">Leave the list<\/a><br>Analytical Engines Ltd.<br>12 Square, London<\/p>$/,
    )
    expect(message.plainText).toMatch(
      /^Dear .*,\n\n-- \nGrace Hopper\n\nNo more e-mails\? Leave the list \[http.*\/unsubscribe\/.*\]\nAnalytical Engines Ltd\.\n12 Square, London$/,
    )
    const rehearsed = await person.do('POST', `${path}/jobs`, { preview: true, recordIds: [other] })
    const { message: sample } = rehearsed.samples[0].steps[0]
    expect(sample.html.length).toBeGreaterThan(1_000)
    expect(message.html.startsWith(sample.html.replace(/…$/, ''))).toBe(true)
    const test = await person.do('POST', `${path}/test-send`, { recordId: other, step: 0 })
    const withLink = (text: string) => text.replaceAll(/\/unsubscribe\/[^"\]]+/g, '/unsubscribe/…')
    expect([test.message.html, test.message.text].map(withLink)).toEqual(
      [message.html, message.plainText].map(withLink),
    )
    await runFor(other)
    const [entry] = (await person.do('GET', '/messages')).items
    expect(await person.do('GET', `/messages/${entry.id}`)).toMatchObject({ html: message.html })
  })

  it('are left out if the step says so', async () => {
    const bare = { ...step, preheader: undefined, addsSignature: false, addsFooter: undefined }
    const { items } = await person.do('POST', `${path}/preview`, { steps: [bare] })
    const [{ message }] = items[0].steps
    expect([message.html, message.preheader]).toEqual([expect.stringMatching(/^<p>Dear .*,<\/p>$/), null])
  })

  it('replace the unsubscribe link that a step would need, and fail a record without the value they use', async () => {
    const own = await person.do('POST', `${path}/preview`)
    expect(own.warnings).toEqual([])
    const { warnings } = await person.do('POST', `${path}/preview`, {
      steps: [{ ...step, addsFooter: undefined }],
    })
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(['UNSUBSCRIBE_LINK_MISSING'])
    const { errors } = await person.do('POST', `${path}/preview`, {
      steps: [{ ...step, preheader: 'For {{ nobody }}' }],
    })
    expect(errors).toMatchObject([{ pointer: '/steps/0/preheader', code: 'UNKNOWN_COLUMN' }])
  })
})

describe('the footer of an organization', () => {
  let world: World
  let person: Person

  beforeAll(async () => {
    world = await createWorld()
    person = await signUp(await createApi(world))
  })
  afterAll(() => world.close())

  it('has an unsubscribe line and no postal address at first', async () => {
    expect(await person.do('GET', '/organization')).toMatchObject({
      unsubscribeLine: 'If you do not want more of these e-mails, [unsubscribe].',
      postalAddress: null,
    })
  })

  it.each([
    'No link',
    'Two [links] are [here]',
    'An empty [ ] link',
    'A [link]\nin two lines',
    'Nested [[link]]',
  ])('needs one link in its unsubscribe line: %j is refused', async (unsubscribeLine) => {
    const { status, body } = await person.ask('PATCH', '/organization', { unsubscribeLine })
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    expect(body['errors']).toMatchObject([{ pointer: '/unsubscribeLine', code: 'NO_UNSUBSCRIBE_LINK' }])
  })

  it('is changed also in the test organization', async () => {
    await person.do('POST', '/test-mode/enter')
    await person.do('POST', '/test-mode/leave')
    await person.do('PATCH', '/organization', { unsubscribeLine: line, postalAddress })
    await person.do('POST', '/test-mode/enter')
    expect(await person.do('GET', '/organization')).toMatchObject({ unsubscribeLine: line, postalAddress })
    await person.do('POST', '/test-mode/leave')
  })
})

describe('the signature of a sender', () => {
  let world: World
  let person: Person
  let path: string

  beforeAll(async () => {
    world = await createWorld()
    person = await signUp(await createApi(world))
    const { id } = await addSender(world, person.organizationId)
    path = `/senders/${id}`
  })
  afterAll(() => world.close())

  it('in HTML needs a plain text, and ends with another plain text', async () => {
    const { status, body } = await person.ask('PATCH', path, { signatureHtml: '<p>Grace</p>' })
    expect([status, body['code']]).toEqual([400, 'VALIDATION_FAILED'])
    await person.do('PATCH', path, { signature: 'Grace', signatureHtml: '<p>Grace</p>' })
    expect(await person.do('PATCH', path, { signature: 'Grace' })).toMatchObject({
      signatureHtml: '<p>Grace</p>',
    })
    expect(await person.do('PATCH', path, { signature: 'Ada' })).toMatchObject({ signatureHtml: null })
  })
})
