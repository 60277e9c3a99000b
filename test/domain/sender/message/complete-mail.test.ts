import { describe, expect, it } from '@jest/globals'
import { standardFooter } from '../../../../src/domain/mail-footer.ts'
import {
  completeMail,
  type MailContent,
  type MailParts,
} from '../../../../src/domain/sender/message/complete-mail.ts'

const url = 'https://mail.example/unsubscribe/token'
const footer = { ...standardFooter('en'), postalAddress: 'Engines & Sons\n12 Square' }
const unsigned: MailParts = { preheader: '', addsSignature: false, footer: null }

function contentWith(parts: Partial<MailParts>, changes: Partial<MailContent> = {}): MailContent {
  return {
    organizationId: 'o',
    jobId: 'j',
    slice: 0,
    recordId: 'r',
    step: 0,
    to: 'ada@example.com',
    subject: 'Tour',
    text: 'Dear Ada',
    html: '<p>Dear Ada</p>',
    unsubscribeUrl: url,
    from: null,
    thread: null,
    attachments: [],
    ...changes,
    parts: { ...unsigned, ...parts },
  }
}

const plainSignature = { signature: 'Grace <3\nEngines "& Sons"', signatureHtml: null }

describe('a complete e-mail', () => {
  it('has the bodies of its content, to the byte, if it has no parts', () => {
    expect(completeMail(contentWith({ addsSignature: true }), null)).toMatchObject({
      text: 'Dear Ada',
      html: '<p>Dear Ada</p>',
    })
    expect(completeMail(contentWith({}), plainSignature)).toMatchObject({
      text: 'Dear Ada',
      html: '<p>Dear Ada</p>',
    })
  })

  it('ends with the plain text of the signature of its sender, in both bodies', () => {
    const { text, html } = completeMail(contentWith({ addsSignature: true }), plainSignature)
    expect(text).toBe('Dear Ada\n\n-- \nGrace <3\nEngines "& Sons"')
    expect(html).toBe('<p>Dear Ada</p><p>Grace &lt;3<br>Engines "&amp; Sons"</p>')
  })

  it('has the HTML of the signature, then the footer, before the end of the body', () => {
    const content = contentWith(
      { addsSignature: true, footer },
      { html: '<html><body class="x"><p>Dear Ada</p></BODY></html>' },
    )
    const sender = { signature: 'Grace', signatureHtml: '<p><b>Grace</b></p>' }
    const { text, html } = completeMail(content, sender)
    expect(text).toBe(
      `Dear Ada\n\n-- \nGrace\n\nIf you do not want more of these e-mails, unsubscribe [${url}].\nEngines & Sons\n12 Square`,
    )
    expect(html).toMatch(
      /^<html><body class="x"><p>Dear Ada<\/p><div><p><b>Grace<\/b><\/p><\/div><p style="[^"]+">If you do not want/,
    )
    expect(html).toContain(
      `<a href="${url}" style="color:#6b7280">unsubscribe</a>.<br>Engines &amp; Sons<br>12 Square</p>`,
    )
    expect(html).toMatch(/12 Square<\/p><\/BODY><\/html>$/)
  })

  it.each([
    [
      'at the start of a fragment',
      '<p>Dear Ada</p>',
      /^<div style="display:none[^>]*>50 % off &amp; &lt;more&gt;(?:&#847;|&zwnj;|&nbsp;)+<\/div><p>Dear Ada/,
    ],
    [
      'after the tag of the body',
      '<html><body bgcolor="#fff"><p>Dear Ada</p></body></html>',
      /^<html><body bgcolor="#fff"><div style="display:none/,
    ],
  ])('hides its preheader %s, and leaves it out of the plain text', (_, html, expected) => {
    const content = contentWith({ preheader: ' 50 % off\n & <more> ', footer }, { text: null, html })
    const complete = completeMail(content, null, 'Dear Ada')
    expect(complete.html).toMatch(expected)
    expect(complete.plainText).toMatch(/^Dear Ada\n\nIf you do not want/)
  })

  it('without HTML has no preheader', () => {
    const { text, html } = completeMail(contentWith({ preheader: 'News' }, { html: null }), null)
    expect([text, html]).toEqual(['Dear Ada', null])
  })
})
