import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { pageScriptOf } from '../../../../console/page-script.ts'
import { Console } from '../../console.ts'

const folder = new URL('../../../../console/src/pages/spinners/steps/composer/', import.meta.url).pathname
const files = ['mail-html.ts', 'mail-schema.ts', 'read-html.ts'].map((file) => folder + file)

const word = fc.constantFrom(
  'Hello',
  'a<b',
  'R&D',
  '{{ name }}',
  '"quoted"',
  '{{ a | default: "x" }}',
  'Grüße',
  '»',
)
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((some) => some.join(' '))
// Quotation marks in the tags of an attribute become apostrophes, which mean the same.
const description = fc.constantFrom('', 'A "logo"', 'Logo of {{ company }}', 'a<b & c')
const color = fc.constantFrom('#b91c1c', '#1d4ed8', '#000000', '#ffffff')
const link = fc.constantFrom('https://example.com/?a=1&b=2', 'mailto:a@example.com', '{{ link }}')
const align = fc.constantFrom(null, 'center', 'right')
const mark = fc.oneof(
  link.map((href) => ({ type: 'link', attrs: { href } })),
  color.map((hex) => ({ type: 'color', attrs: { color: hex } })),
  fc.constant({ type: 'strong' }),
  fc.constant({ type: 'em' }),
)
const image = fc.record({
  src: fc.constantFrom('cid:1', 'https://example.com/a.png'),
  alt: description,
})
const inline = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('text'),
      text: words,
      marks: fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type }),
    }),
  },
  { weight: 1, arbitrary: image.map((attrs) => ({ type: 'image', attrs })) },
)
const line = fc.array(inline, { minLength: 1, maxLength: 4 })
const paragraph = fc.record({ type: fc.constant('paragraph'), attrs: fc.record({ align }), content: line })
const button = fc
  .record({ text: words, href: link, color, align: fc.constantFrom('left', 'center', 'right') })
  .map((attrs) => ({ type: 'button', attrs }))
const leaf = fc.oneof(
  { weight: 4, arbitrary: paragraph },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('heading'),
      attrs: fc.record({ level: fc.constantFrom(1, 2, 3), align }),
      content: line,
    }),
  },
  { weight: 1, arbitrary: button },
  { weight: 1, arbitrary: fc.constant({ type: 'horizontal_rule' }) },
)
const blocksOf = (block: fc.Arbitrary<unknown>) => fc.array(block, { minLength: 1, maxLength: 3 })
const listed = (block: fc.Arbitrary<unknown>) =>
  fc.record({
    type: fc.constantFrom('bullet_list', 'ordered_list'),
    content: fc.array(
      fc
        .tuple(paragraph, fc.array(block, { maxLength: 1 }))
        .map(([first, others]) => ({ type: 'list_item', content: [first, ...others] })),
      { minLength: 1, maxLength: 3 },
    ),
  })
const nested = fc.oneof(
  { weight: 3, arbitrary: leaf },
  { weight: 1, arbitrary: listed(leaf) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('blockquote'), content: blocksOf(leaf) }) },
)
const beside = fc.record({
  type: fc.constant('beside'),
  attrs: fc.tuple(image, fc.constantFrom('left', 'right')).map(([attrs, side]) => ({ ...attrs, side })),
  content: blocksOf(nested),
})
const document = fc.record({
  type: fc.constant('doc'),
  content: fc.array(fc.oneof({ weight: 3, arbitrary: nested }, { weight: 1, arbitrary: beside }), {
    minLength: 1,
    maxLength: 4,
  }),
})

/** Returns the HTML of a button of the editor with white text. */
const htmlOfButton = (text: string, href: string, background: string, side: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 16px"><tr><td align="${side}"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${background}" style="border-radius:6px"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${background};color:#ffffff;font-weight:bold;text-decoration:none">${text}</a></td></tr></table></td></tr></table>`

describe('the HTML of the message editor', () => {
  let console: Console
  let page: Page

  beforeAll(async () => {
    console = await Console.open()
    page = await console.visitDemo()
    // An assignment to a constant of the script would not be seen by later functions of the page.
    await page.evaluate(
      `window.composer = (() => { ${await pageScriptOf(files, 'composer')}; return composer })()`,
    )
  })
  afterAll(() => console.close())

  /** Runs a function of the message editor in the page, with a value that is sent as JSON. */
  const inPage = (body: string, value: unknown) =>
    page.evaluate(
      `((value) => { const { htmlOf, mailSchema, readHtml, convertedHtml } = window.composer; ${body} })(${JSON.stringify(value)})`,
    )
  const read = (html: string) => inPage('return readHtml(value) !== null', html)
  const cleaned = async (html: string) =>
    (await inPage('return convertedHtml(value)', html)) as { html: string; losses: string[] }

  it('is read back as the document that wrote it, for any document', async () => {
    const docs = fc.sample(document, { numRuns: 400, seed: 20_261_130 })
    const body = `return value.flatMap((sample) => {
      const doc = mailSchema.nodeFromJSON(sample)
      const html = htmlOf(doc)
      return readHtml(html)?.eq(doc) === true ? [] : [{ html, doc: doc.toString() }]
    })`
    const wrong = (await inPage(body, docs)) as object[]
    expect(wrong.slice(0, 3)).toEqual([])
  })

  it('is not read if it has parts that the editor would change', async () => {
    expect(await read('<table width="600"><tr><td><p>Hello</p></td></tr></table>')).toBe(false)
    expect(await read('<p style="text-align:center;margin:0">Hello</p>')).toBe(false)
    expect(await read('<p><span style="color:red">Hello</span></p>')).toBe(false)
    expect(await read('<p>Hello <b>you</b></p>')).toBe(true)
  })

  it.each([
    [
      'lists of Word, whose items are paragraphs',
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0}</style>
       <!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head><body lang=EN-US><!--StartFragment-->
       <p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Our plan<o:p></o:p></b></p>
       <p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>First</p>
       <p class=MsoListParagraphCxSpMiddle style='text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o&nbsp; </span><![endif]>Inner</p>
       <p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·&nbsp; </span><![endif]>Second</p>
       <p class=MsoListParagraph style='text-indent:-.25in;mso-list:l1 level1 lfo2'><!--[if !supportLists]--><span>1.<span>&nbsp; </span></span><!--[endif]-->One</p>
       <!--EndFragment--></body></html>`,
      '<p><strong>Our plan</strong></p>\n<ul>\n<li>\n<p>First</p>\n<ul>\n<li>Inner</li>\n</ul>\n</li>\n<li>Second</li>\n</ul>\n<ol>\n<li>One</li>\n</ol>',
    ],
    [
      'a text of Google Docs, whose wrapper is not bold',
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-size:16pt;color:#000000">News</span></h2><p dir="ltr"><span style="font-weight:400;color:#000000">plain </span><span style="font-weight:700;color:#1155cc">bold</span><span style="font-style:italic"> and italic</span></p></b>',
      '<h2>News</h2>\n<p>plain <span style="color:#1155cc"><strong>bold</strong></span><em> and italic</em></p>',
    ],
    [
      'a message of Gmail',
      '<div dir="ltr"><div>Hi <span style="color:rgb(34,34,34)">Ada</span>,</div><div><br></div><div>see <a href="www.example.com/tour" target="_blank">our tour</a> or write to <a href="tours@example.com">us</a>.</div></div>',
      '<p>Hi Ada,</p>\n<p><br></p>\n<p>see <a href="https://www.example.com/tour">our tour</a> or write to <a href="mailto:tours@example.com">us</a>.</p>',
    ],
    [
      'the rows, buttons and alignment of a newsletter in tables, and none of its hidden text and empty cells',
      `<html><head><style>.hidden { display: none } .main td { vertical-align: top } .btn td { background-color: #0867ec }
         .foot { text-align: center } @media (max-width: 600px) { .main { display: none } }</style></head><body>
       <table class="body"><tr><td>&nbsp;</td><td><span class="hidden">Preview</span><table class="main">
         <tr><td>Please confirm your address.</td></tr><tr><td><b>We</b> need it.</td></tr>
         <tr><td><table class="btn"><tr><td><a href="https://example.com/confirm">Confirm</a></td></tr></table></td></tr>
         <tr><td>Service 1</td><td>$ 19.99</td></tr><tr><td style="font-weight:bold">Total</td><td>$ 19.99</td></tr></table>
         <div><p style="text-align:right"><a href="https://example.com/a" style="background:#b91c1c">Read</a></p></div>
         <table class="foot"><tr><td class="foot" style="color:#999999">Company, <a href="https://example.com/u">unsubscribe</a></td></tr></table>
       </td><td>&nbsp;</td></tr></table></body></html>`,
      [
        '<p>Please confirm your address.</p>',
        '<p><strong>We</strong> need it.</p>',
        htmlOfButton('Confirm', 'https://example.com/confirm', '#0867ec', 'left'),
        '<p>Service 1 $ 19.99</p>',
        '<p><strong>Total</strong> $ 19.99</p>',
        htmlOfButton('Read', 'https://example.com/a', '#b91c1c', 'right'),
        '<p style="text-align:center"><span style="color:#999999">Company, </span><a href="https://example.com/u"><span style="color:#999999">unsubscribe</span></a></p>',
      ].join('\n'),
    ],
  ])('takes over %s', async (_, pasted, expected) => {
    expect((await cleaned(pasted)).html).toBe(expected)
  })

  it('names what a newsletter would lose, and keeps its words, links and images', async () => {
    const newsletter = `<!doctype html><html><head><title>News</title><style>.btn a { color: #fff }</style></head>
      <body bgcolor="#f6f6f6"><!--[if mso]><table><tr><td><![endif]-->
      <div style="display:none">Preheader</div>
      <table width="600" bgcolor="#f0f0f0"><tr><td><h1>Spring</h1><p>Hello {{ name }}</p></td><td><img src="https://example.com/a.png" alt="A tree"></td></tr>
      {% for item in items %}<tr><td><a href="https://example.com/shop" onclick="x()">Shop</a></td></tr>{% endfor %}
      </table><img src="https://example.com/open.gif" width="1" height="1"><img src="file:///C:/logo.png"></body></html>`
    const { html, losses } = await cleaned(newsletter)
    for (const part of [
      '<h1>Spring</h1>',
      'Hello {{ name }}',
      'alt="A tree"',
      'href="https://example.com/shop"',
    ])
      expect(html).toContain(part)
    expect(html).not.toMatch(/onclick|open\.gif|file:|Preheader/)
    expect(losses).toEqual([
      'style sheets',
      'parts for Outlook alone',
      'hidden text',
      'background colours',
      'images that are on your computer (upload them with Image)',
    ])
    expect(await read(html)).toBe(true)
  })
})
