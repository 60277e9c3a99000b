import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { SniffedBodies } from '../../../src/adapters/bodies/sniffed-bodies.ts'
import { bodyBounds } from '../../../src/domain/arrival/mapping/decoded.ts'
import { bodyOf, bytesOf, decodingOf } from '../../fixtures/senders.ts'

const bodies = new SniffedBodies()
const decode = (
  body: string | Uint8Array,
  contentType: string | null = null,
  contentEncoding: string | null = null,
) =>
  bodies.decode({
    bytes: typeof body === 'string' ? Buffer.from(body) : body,
    contentType,
    contentEncoding,
  })
const read = (...body: Parameters<typeof decode>) => decode(...body).decoded
const faultOf = (...body: Parameters<typeof decode>) => decode(...body).fault?.code

describe('a body that is JSON', () => {
  it('keeps all digits of numbers that a double would round, as text', () => {
    expect(read('{"id": 9007199254740993, "price": 12000.0, "tiny": 0.1, "huge": 1e400}')).toEqual({
      id: '9007199254740993',
      price: 12_000,
      tiny: 0.1,
      huge: '1e400',
    })
    expect(read('[-9007199254740993, 9007199254740991, 0.1234567890123456789]')).toEqual([
      '-9007199254740993',
      9_007_199_254_740_991,
      '0.1234567890123456789',
    ])
  })

  it('treats "__proto__" and "constructor" like any other key', () => {
    const body = read('{"__proto__": {"admin": true}, "constructor": "x", "email": "a@example.com"}')
    expect(Object.keys(body as object)).toEqual(['__proto__', 'constructor', 'email'])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json', 'x', null])(
    'is parsed whatever its header says: %s',
    (contentType) => {
      expect(read('{"a": "1=2&b"}', contentType)).toEqual({ a: '1=2&b' })
    },
  )

  it('is decoded with a byte order mark, in UTF-8 and UTF-16, and in the encoding of its header', () => {
    expect(read('\uFEFF{"a": "é"}')).toEqual({ a: 'é' })
    expect(read(Buffer.from('\uFEFF{"a": "é"}', 'utf16le'))).toEqual({ a: 'é' })
    expect(read(Buffer.from('{"a": "é"}', 'latin1'), 'application/json; charset=iso-8859-1')).toEqual({
      a: 'é',
    })
  })

  it('is decoded as in browsers if it is text but not UTF-8, and refused if it is not text', () => {
    expect(read(Buffer.from('{"a": "é"}', 'latin1'))).toEqual({ a: 'é' })
    expect(faultOf(Buffer.from([0xff, 0x00, 0x01, 0x9c]))).toBe('UNREADABLE_ENCODING')
  })

  it('is parsed if it is a JSON string that contains JSON', () => {
    expect(read(JSON.stringify('{"a": 1}'))).toEqual({ a: 1 })
  })

  it('reports where it is broken, and not its content', () => {
    const { fault } = decodingOf('broken.txt')
    expect(fault).toEqual({
      code: 'MALFORMED_BODY',
      message: 'The body is not valid JSON; the first fault is at character 53',
    })
    expect(faultOf('{"a": ')).toBe('MALFORMED_BODY')
    expect(faultOf('hello')).toBe('MALFORMED_BODY')
    expect(faultOf(' \n')).toBe('EMPTY_BODY')
    expect(faultOf('')).toBe('EMPTY_BODY')
  })
})

describe('a body that is a form', () => {
  it('has objects for its brackets, with numbers as keys and not positions', () => {
    expect(bodyOf('activecampaign.form')).toMatchObject({
      type: 'subscribe',
      contact: { email: 'mary@example.com', tags: 'a, b', fields: { 2: 'Blue', 10: 'Green' } },
    })
  })

  it('has lists for repeated names, and for empty brackets', () => {
    expect(read('a=1&a=2&b[]=3&b[]=4&c[x][]=5&d[][n]=6')).toEqual({
      a: ['1', '2'],
      b: ['3', '4'],
      c: { x: ['5'] },
      d: [{ n: '6' }],
    })
  })

  it('keeps a value of a bare name beside the values of its brackets', () => {
    expect(read('a=1&a[b]=2')).toEqual({ a: { '': '1', b: '2' } })
  })

  it('keeps unclosed brackets, single percent signs and names without a value as they are', () => {
    expect(read('x[=1&y=100%&z')).toEqual({ 'x[': '1', y: '100%', z: '' })
    expect(read('name=Jos%E9')).toEqual({ name: 'José' })
  })

  it('treats "__proto__" like any other name', () => {
    const body = read('__proto__[admin]=1&a=2') as object
    expect(Object.keys(body)).toEqual(['__proto__', 'a'])
    expect(({} as { admin?: string }).admin).toBeUndefined()
  })
})

describe('a multipart body', () => {
  it('parses JSON in its fields, two levels deep at most', () => {
    const expected = {
      formID: '241234567890123456',
      rawRequest: {
        q3_name: { first: 'Mary', last: 'Shelley' },
        q4_email: 'mary@example.com',
        q5_more: { size: '10' },
      },
    }
    const bytes = bytesOf('jotform.multipart')
    expect(read(bytes, 'multipart/form-data; boundary=xYzBoundary')).toEqual(expected)
    expect(read(bytes, 'multipart/form-data; boundary="xYzBoundary"')).toEqual(expected)
    expect(read(bytes, 'text/plain')).toEqual(expected)
    const thrice = JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ c: 1 }) }) })
    expect(read(`raw=${encodeURIComponent(thrice)}`)).toEqual({ raw: { a: { b: '{"c":1}' } } })
  })

  it('keeps the name of a file instead of its content', () => {
    const parts = [
      '--b',
      'Content-Disposition: form-data; name="cv"; filename="cv.pdf"',
      'Content-Type: application/pdf',
      '',
      'bytes',
      '--b--',
      '',
    ].join('\r\n')
    expect(read(parts, 'multipart/form-data; boundary=b')).toEqual({ cv: 'cv.pdf' })
  })

  it('that was cut off is refused', () => {
    const bytes = bytesOf('jotform.multipart')
    expect(faultOf(bytes.subarray(0, 200), 'multipart/form-data; boundary=xYzBoundary')).toBe(
      'MALFORMED_BODY',
    )
  })
})

describe('a body that is XML', () => {
  it('has no prefixes, has null for nil, and a list for repeated elements', () => {
    expect(bodyOf('salesforce-outbound.xml')).toEqual({
      Envelope: {
        Body: {
          notifications: {
            OrganizationId: '00Dxx0000000001EAA',
            SessionId: null,
            Notification: [
              {
                Id: '04lxx000000001AAAA',
                sObject: {
                  '@type': 'Lead',
                  FirstName: 'Mary',
                  LastName: 'Shelley',
                  Company: 'Fish & Chips',
                  Email: 'mary@example.com',
                },
              },
            ],
          },
        },
      },
    })
  })

  it('keeps elements and attributes of the same name apart if they are of different namespaces', () => {
    const lead = { email: 'kim@example.com', 'm:email': ['crm@example.com', 'log@example.com'] }
    const meta = 'urn:example:meta'
    // The order does not matter, and neither does a default namespace in place of the prefix of the lead.
    for (const xml of [
      `<lead xmlns:m="${meta}"><email>kim@example.com</email><m:email>crm@example.com</m:email><m:email>log@example.com</m:email></lead>`,
      `<l:lead xmlns:l="urn:l" xmlns:m="${meta}"><m:email>crm@example.com</m:email><l:email>kim@example.com</l:email><m:email>log@example.com</m:email></l:lead>`,
    ])
      expect(read(xml)).toEqual({ lead })
    expect(read(`<lead xmlns:m="${meta}"><m:email>kim@example.com</m:email></lead>`)).toEqual({
      lead: { email: 'kim@example.com' },
    })
    expect(read(`<lead xmlns:m="${meta}" m:id="7" id="8" m:nil="true">Kim</lead>`)).toEqual({
      lead: { '@id': '8', '@nil': 'true', '#text': 'Kim' },
    })
    const nil = `<lead xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><a i:nil="true"/><b xsi:nil="1"/><c>1</c></lead>`
    expect(read(nil)).toEqual({ lead: { a: null, b: null, c: '1' } })
    expect(
      read('<l><p:a xmlns:p="urn:1">1</p:a><p:a xmlns:p="urn:2">2</p:a><p:a xmlns:p="urn:3">3</p:a></l>'),
    ).toEqual({
      l: { a: '1', 'p:a': ['2', '3'] },
    })
  })

  it('keeps attributes, the text beside them and repeated elements', () => {
    expect(
      read('<adf><name part="first">Mary</name><name part="last">Shelley</name><x><![CDATA[a<b]]></x></adf>'),
    ).toEqual({
      adf: {
        name: [
          { '@part': 'first', '#text': 'Mary' },
          { '@part': 'last', '#text': 'Shelley' },
        ],
        x: 'a<b',
      },
    })
  })

  it('is refused if it defines entities', () => {
    const laughs = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;</l>'
    const file = '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>'
    expect([faultOf(laughs), faultOf(file)]).toEqual(['UNSAFE_XML', 'UNSAFE_XML'])
    expect(faultOf('<l>&x;</l>')).toBe('MALFORMED_BODY')
    expect(faultOf('<l><m></l>')).toBe('MALFORMED_BODY')
  })
})

describe('a body that exceeds a limit', () => {
  it.each([
    ['deep JSON', `${'['.repeat(40)}${']'.repeat(40)}`, 'BODY_TOO_DEEP'],
    ['very deep JSON', '['.repeat(2_000_000), 'BODY_TOO_DEEP'],
    ['deep brackets', `a${'[b]'.repeat(40)}=1`, 'BODY_TOO_DEEP'],
    ['deep XML', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`, 'BODY_TOO_DEEP'],
    [
      'many keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`k${at}`, at]))),
      'TOO_MANY_KEYS',
    ],
    ['many fields', Array.from({ length: 5_001 }, (_, at) => `k${at}=1`).join('&'), 'TOO_MANY_KEYS'],
    [
      'many attributes',
      `<a ${Array.from({ length: 5_001 }, (_, at) => `k${at}="1"`).join(' ')}/>`,
      'TOO_MANY_KEYS',
    ],
    ['many items', JSON.stringify(Array.from({ length: 10_001 }, () => 1)), 'TOO_MANY_ITEMS'],
    ['many elements', `<a>${'<b/>'.repeat(10_001)}</a>`, 'TOO_MANY_ITEMS'],
    ['many of a name', 'a=1&'.repeat(10_001), 'TOO_MANY_ITEMS'],
    [
      'many values',
      JSON.stringify(Array.from({ length: 9_000 }, () => Array.from({ length: 60 }, () => 1))),
      'TOO_MANY_ITEMS',
    ],
    ['many bytes', JSON.stringify('x'.repeat(bodyBounds.bytes)), 'BODY_TOO_LARGE'],
  ])('is refused: %s', (_, body, code) => {
    expect(faultOf(body)).toBe(code)
  })

  it('is refused before it is fully decompressed', () => {
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
    expect(packed.length).toBeLessThan(100_000)
    expect(faultOf(packed, null, 'gzip')).toBe('BODY_TOO_LARGE')
  })
})

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('is decompressed: %s', (encoding, pack) => {
    expect(read(pack(Buffer.from('{"a": 1}')), null, encoding)).toEqual({ a: 1 })
  })

  it('that differs from its header is refused', () => {
    expect(faultOf('{"a": 1}', null, 'gzip')).toBe('UNREADABLE_ENCODING')
    expect(faultOf('{"a": 1}', null, 'zstd')).toBe('UNREADABLE_ENCODING')
  })
})
