import { describe, expect, it } from '@jest/globals'
import {
  blockingFindings,
  findingsOf,
  namesToLookUp,
  type SenderDomain,
  type TextRecords,
} from '../../../src/domain/sender/domain-findings.ts'

const smtp: SenderDomain = {
  kind: 'smtp',
  domain: 'example.com',
  host: 'mail.example.com',
  dkimSelector: 'mx',
}
const google: SenderDomain = { kind: 'google', domain: 'example.com', host: null, dkimSelector: null }
const microsoft: SenderDomain = { ...google, kind: 'microsoft' }

const dmarc = ['v=DMARC1; p=reject']
const key = ['v=DKIM1; k=rsa; p=MIIB']

function found(owner: SenderDomain, texts: Record<string, readonly string[] | null>) {
  const known: TextRecords = new Map(
    namesToLookUp(owner).map((name) => [name, texts[name] === undefined ? [] : texts[name]] as const),
  )
  const [spf, dkim, policy] = findingsOf(owner, new Map([...known, ...Object.entries(texts)]))
  if (spf === undefined || dkim === undefined || policy === undefined)
    throw new Error('There are three findings')
  return { spf, dkim, dmarc: policy }
}

const complete = {
  'example.com': ['v=spf1 include:_spf.google.com ~all'],
  'google._domainkey.example.com': key,
  '_dmarc.example.com': dmarc,
}

describe('the DNS records of a sender’s domain', () => {
  it('are complete if all exist', () => {
    const { spf, dkim, dmarc: policy } = found(google, complete)
    expect([spf.status, dkim.status, policy.status]).toEqual(['found', 'found', 'found'])
    expect(blockingFindings({ findings: [spf, dkim, policy] })).toEqual([])
  })

  it.each([
    [smtp, 'v=spf1 a:mail.example.com ~all'],
    [{ ...smtp, host: '192.0.2.7' }, 'v=spf1 ip4:192.0.2.7 ~all'],
    [{ ...smtp, host: null }, 'v=spf1 mx ~all'],
    [google, 'v=spf1 include:_spf.google.com ~all'],
    [microsoft, 'v=spf1 include:spf.protection.outlook.com ~all'],
  ])('are proposed if none exist: SPF of %j', (owner, value) => {
    expect(found(owner, {}).spf).toMatchObject({ status: 'missing', name: 'example.com', type: 'TXT', value })
  })

  it('include the SPF record among other texts', () => {
    const texts = ['google-site-verification=1', 'v=spf10 x', 'V=SPF1 include:_spf.google.com -all']
    expect(found(google, { 'example.com': texts }).spf.status).toBe('found')
  })

  it('must include one SPF record, not two', () => {
    const { spf } = found(google, { 'example.com': ['v=spf1 mx ~all', 'v=spf1 a ~all'] })
    expect(spf).toMatchObject({ status: 'wrong', value: 'v=spf1 include:_spf.google.com mx ~all' })
  })

  it('must permit the provider to send, directly or indirectly', () => {
    const texts = { 'example.com': ['v=spf1 include:_spf.mailer.example -all'] }
    expect(
      found(google, { ...texts, '_spf.mailer.example': ['v=spf1 ip4:192.0.2.0/24 -all'] }).spf,
    ).toMatchObject({
      status: 'wrong',
      value: 'v=spf1 include:_spf.google.com include:_spf.mailer.example -all',
    })
    const around = { '_spf.mailer.example': ['v=spf1 redirect=_spf.google.com'] }
    expect(found(google, { ...texts, ...around }).spf.status).toBe('found')
    const circle = { '_spf.mailer.example': ['v=spf1 include:_spf.mailer.example -all'] }
    expect(found(google, { ...texts, ...circle }).spf.status).toBe('wrong')
  })

  it('are not reported as wrong if DNS does not answer', () => {
    const texts = { 'example.com': ['v=spf1 include:_spf.mailer.example -all'], '_spf.mailer.example': null }
    expect(found(google, texts).spf.status).toBe('found')
    expect(found(google, { 'example.com': null }).spf.status).toBe('unanswered')
  })

  it('are reported as wrong if they permit nobody to send', () => {
    expect(found(smtp, { 'example.com': ['v=spf1 -all'] }).spf.status).toBe('wrong')
  })

  it.each([
    [google, 'google._domainkey.example.com', 'TXT'],
    [microsoft, 'selector1._domainkey.example.com', 'CNAME'],
    [smtp, 'mx._domainkey.example.com', 'TXT'],
  ] as const)('are searched at the key of the kind of sender: %j', (owner, name, type) => {
    expect(found(owner, {}).dkim).toMatchObject({ status: 'missing', name, type, value: expect.any(String) })
    expect(found(owner, { [name]: key }).dkim.status).toBe('found')
    expect(found(owner, { [name]: ['v=DKIM1; p='] }).dkim.status).toBe('wrong')
    expect(found(owner, { [name]: null }).dkim.status).toBe('unanswered')
  })

  it('may have only the second selector of Microsoft', () => {
    expect(found(microsoft, { 'selector2._domainkey.example.com': key }).dkim.status).toBe('found')
  })

  it('must be accepted by an admin if the DKIM selector is unknown, but not if DNS does not answer', () => {
    const { dkim } = found({ ...smtp, dkimSelector: null }, {})
    expect(dkim).toMatchObject({ status: 'unknown', message: expect.stringContaining('selector') })
    expect(blockingFindings({ findings: [dkim] })).toEqual([dkim])
    const silent = found(smtp, { 'mx._domainkey.example.com': null }).dkim
    expect(blockingFindings({ findings: [silent] })).toEqual([])
  })

  it('include the DMARC record of the parent domain', () => {
    const below = { ...smtp, domain: 'news.example.com' }
    expect(found(below, { '_dmarc.example.com': dmarc }).dmarc).toMatchObject({
      status: 'found',
      name: '_dmarc.example.com',
    })
    expect(found(below, {}).dmarc).toMatchObject({
      status: 'missing',
      name: '_dmarc.news.example.com',
      value: 'v=DMARC1; p=none',
    })
    expect(found(smtp, { '_dmarc.example.com': [...dmarc, ...dmarc] }).dmarc.status).toBe('wrong')
    expect(found(smtp, { '_dmarc.example.com': null }).dmarc.status).toBe('unanswered')
  })

  it('are searched by the tree walk of RFC 9989, with eight look-ups at most', () => {
    const names = (domain: string) =>
      namesToLookUp({ ...google, domain }).filter((name) => name.startsWith('_dmarc.'))
    expect(names('mail.shop.example')).toEqual([
      '_dmarc.mail.shop.example',
      '_dmarc.shop.example',
      '_dmarc.example',
    ])
    expect(names('a.b.c.d.e.f.g.h.i.example')).toEqual([
      '_dmarc.a.b.c.d.e.f.g.h.i.example',
      '_dmarc.d.e.f.g.h.i.example',
      '_dmarc.e.f.g.h.i.example',
      '_dmarc.f.g.h.i.example',
      '_dmarc.g.h.i.example',
      '_dmarc.h.i.example',
      '_dmarc.i.example',
      '_dmarc.example',
    ])
    const far = found({ ...smtp, domain: 'a.b.c.d.e.f.shop.example' }, { '_dmarc.shop.example': dmarc }).dmarc
    expect(far).toMatchObject({ status: 'found', name: '_dmarc.shop.example' })
  })

  it('take the DMARC record of the organizational domain, which “psd” can mark', () => {
    const owner = { ...smtp, domain: 'news.shop.town.example' }
    const applied = (texts: Record<string, readonly string[] | null>) => found(owner, texts).dmarc
    const middle = { '_dmarc.shop.town.example': ['v=DMARC1; p=quarantine'] }
    const top = { '_dmarc.town.example': ['v=DMARC1; p=none'] }
    expect(applied({ ...middle, ...top })).toMatchObject({ name: '_dmarc.town.example' })
    const ends = { '_dmarc.shop.town.example': ['v=DMARC1; p=quarantine; psd=n'] }
    expect(applied({ ...ends, ...top })).toMatchObject({ name: '_dmarc.shop.town.example' })
    const suffix = { '_dmarc.town.example': ['v=DMARC1; p=reject; psd=y'] }
    expect(applied({ ...middle, ...suffix })).toMatchObject({ name: '_dmarc.shop.town.example' })
    expect(applied(suffix)).toMatchObject({ name: '_dmarc.town.example' })
    const twice = { '_dmarc.shop.town.example': [...dmarc, ...dmarc] }
    expect(applied({ ...twice, ...top })).toMatchObject({ status: 'found', name: '_dmarc.town.example' })
    expect(applied(twice)).toMatchObject({ status: 'wrong', name: '_dmarc.shop.town.example' })
  })

  it.each([
    ['v=DMARC1; p=reject; sp=quarantine; np=reject', 'news.shop.example', 'sp=quarantine', 'np=reject'],
    ['V=DMARC1;P=Reject', 'shop.example', 'p=reject', 'refuse'],
    ['v=DMARC1; np=reject; p=none', 'shop.example', 'p=none', 'deliver'],
    ['v=DMARC1; rua=mailto:d@shop.example', 'shop.example', 'p=none', 'no valid "p"'],
    ['v=DMARC1; p=quarantine; pct=20', 'shop.example', 'p=quarantine', 'ignore pct=20'],
  ])('say what the DMARC record asks of receivers: %s', (text, domain, ...words) => {
    const { dmarc: policy } = found({ ...smtp, domain }, { '_dmarc.shop.example': [text] })
    expect(policy.status).toBe('found')
    for (const word of words) expect(policy.message).toContain(word)
  })

  it.each(['v=DMARC2; p=none', 'v=dmarc1; p=none', 'p=none; v=DMARC1'])(
    'do not include a DMARC record of another version: %s',
    (text) => {
      expect(found(smtp, { '_dmarc.example.com': [text] }).dmarc.status).toBe('missing')
    },
  )

  it('are not checked for the provider’s own domain', () => {
    const own = { ...google, domain: 'gmail.com' }
    expect(namesToLookUp(own)).toEqual([])
    expect(blockingFindings({ findings: findingsOf(own, new Map()) })).toEqual([])
    expect(namesToLookUp({ ...microsoft, domain: 'gmail.com' })).not.toEqual([])
  })
})
