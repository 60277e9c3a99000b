import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../support/api.ts'
import { TestInbox } from '../../support/conversation/inbox.ts'
import { createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

/** Bodies as mail programs write them, as the lines of the headers of the body and its bytes. */
const bodies: readonly (readonly [of: string, headers: readonly string[], body: Buffer, text: string])[] = [
  [
    'Outlook in Windows-1252',
    ['Content-Type: text/plain; charset="Windows-1252"', 'Content-Transfer-Encoding: quoted-printable'],
    Buffer.from('=93Yes=94 =96 the caf=E9 costs =80 5, and this line is =\r\ncontinued'),
    '“Yes” – the café costs € 5, and this line is continued',
  ],
  [
    'a mail program in Japan',
    ['Content-Type: text/plain; charset=ISO-2022-JP', 'Content-Transfer-Encoding: 7bit'],
    Buffer.from('\u001B$B$3$s$K$A$O\u001B(B Ada', 'latin1'),
    'こんにちは Ada',
  ],
  [
    'a mail program in Bulgaria, in base64',
    ['Content-Type: text/plain; charset=koi8-r', 'Content-Transfer-Encoding: base64'],
    Buffer.from(Buffer.from('F3D0C1D3C9C2CF', 'hex').toString('base64')),
    'Спасибо',
  ],
  [
    'a mail program in China',
    ['Content-Type: text/plain; charset=gb2312', 'Content-Transfer-Encoding: 8bit'],
    Buffer.from('D0BBD0BB', 'hex'),
    '谢谢',
  ],
  [
    'a script that names another character set than it uses',
    ['Content-Type: text/plain; charset=us-ascii', 'Content-Transfer-Encoding: 8bit'],
    Buffer.from('Viele Grüße'),
    'Viele Grüße',
  ],
  [
    'a program that writes HTML alone',
    ['Content-Type: text/html; charset=utf-8'],
    Buffer.from('<style>p{color:red}</style><p>Yes,&nbsp;Tuesday &amp; Friday</p><script>alert(1)</script>'),
    'Yes, Tuesday & Friday',
  ],
]

describe('the bodies of mails of threads', () => {
  let world: World
  let api: Api
  let owner: Person
  let inbox: TestInbox

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    owner = await signUp(api)
    inbox = await TestInbox.begin(world, owner, await createWorkshop(owner))
  })

  /** Receives a reply with this body, and returns it as the API shows it. */
  async function received(headers: readonly string[], body: Buffer) {
    const answered = await inbox.sentTo('ada@example.com')
    const lines = [
      'From: =?utf-8?B?QWRhIEzDtnZlbGFjZQ==?= <ada@example.com>',
      'To: "Sales, Vienna" <sales@own.example>, help@own.example',
      'Subject: Re: Welcome',
      'Message-ID: <reply@person.example>',
      `In-Reply-To: ${answered}`,
      'MIME-Version: 1.0',
      ...headers,
    ]
    await inbox.receiveSource(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]))
    const [{ id }] = (await owner.do('GET', '/threads')).items
    return (await owner.do('GET', `/threads/${id}`)).messages.at(-1)
  }

  it.each(bodies)('are those of %s', async (_, headers, body, text) => {
    const message = await received(headers, body)
    expect(message.text.replaceAll(/\s+/g, ' ').trim()).toBe(text)
    expect(message).toMatchObject({
      from: 'Ada Lövelace <ada@example.com>',
      to: ['sales@own.example', 'help@own.example'],
      isTruncated: false,
    })
  })

  const parts = (file: string) => {
    const [outer, inner] = ['--outer\r\n', '--inner\r\n']
    const name = "filename*=utf-8''Angebot%20f%C3%BCr%20Ada.pdf"
    return [
      `${outer}Content-Type: multipart/alternative; boundary=inner\r\n\r\n`,
      `${inner}Content-Type: text/plain; charset=utf-8\r\n\r\nThe offer is attached.\r\n`,
      `${inner}Content-Type: text/html; charset=utf-8\r\n\r\n<p>The <b>offer</b> is attached.</p>\r\n--inner--\r\n`,
      `${outer}Content-Type: application/pdf\r\nContent-Disposition: attachment; ${name}\r\n`,
      `Content-Transfer-Encoding: base64\r\n\r\n${file}\r\n--outer--\r\n`,
    ].join('')
  }
  const mixed = ['Content-Type: multipart/mixed; boundary=outer']

  it('have their text, their HTML and the names and sizes of their files', async () => {
    const message = await received(mixed, Buffer.from(parts(Buffer.alloc(300, 1).toString('base64'))))
    expect(message).toMatchObject({
      text: expect.stringContaining('The offer is attached.'),
      html: expect.stringContaining('<b>offer</b>'),
      attachments: [{ name: 'Angebot für Ada.pdf', mediaType: 'application/pdf', size: 300 }],
      isTruncated: false,
    })
  })

  it('of 20 MB have their text, and a file of a size that is not known', async () => {
    const message = await received(mixed, Buffer.from(parts('QUJD'.repeat(5_000_000))))
    expect(message).toMatchObject({
      text: expect.stringContaining('The offer is attached.'),
      attachments: [{ name: 'Angebot für Ada.pdf', size: null }],
      isTruncated: true,
    })
  })

  it('end with the bytes that arrived, however the mail is broken', async () => {
    const message = await received(mixed, Buffer.from(parts('QUJD').slice(0, 200)))
    expect(message.text).toContain('The offer')
  })
})
