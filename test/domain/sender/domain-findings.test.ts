import { describe, expect, it } from '@jest/globals'
import {
  blockingFindings,
  type DomainOwner,
  findingsOf,
  namesToLookUp,
  type TextRecords,
} from '../../../src/domain/sender/domain-findings.ts'

const smtp: DomainOwner = {
  kind: 'smtp',
  domain: 'example.com',
  host: 'mail.example.com',
  dkimSelector: 'mx',
}
const google: DomainOwner = { kind: 'google', domain: 'example.com', host: null, dkimSelector: null }
const microsoft: DomainOwner = { ...google, kind: 'microsoft' }

const dmarc = ['v=DMARC1; p=reject']
const key = ['v=DKIM1; k=rsa; p=MIIB']

function found(owner: DomainOwner, texts: Record<string, readonly string[] | null>) {
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
    expect([spf.state, dkim.state, policy.state]).toEqual(['found', 'found', 'found'])
    expect(blockingFindings({ findings: [spf, dkim, policy] })).toEqual([])
  })

  it.each([
    [smtp, 'v=spf1 a:mail.example.com ~all'],
    [{ ...smtp, host: '192.0.2.7' }, 'v=spf1 ip4:192.0.2.7 ~all'],
    [{ ...smtp, host: null }, 'v=spf1 mx ~all'],
    [google, 'v=spf1 include:_spf.google.com ~all'],
    [microsoft, 'v=spf1 include:spf.protection.outlook.com ~all'],
  ])('are proposed if none exist: SPF of %j', (owner, value) => {
    expect(found(owner, {}).spf).toMatchObject({ state: 'missing', name: 'example.com', type: 'TXT', value })
  })

  it('include the SPF record among other texts', () => {
    const texts = ['google-site-verification=1', 'v=spf10 x', 'V=SPF1 include:_spf.google.com -all']
    expect(found(google, { 'example.com': texts }).spf.state).toBe('found')
  })

  it('must include one SPF record, not two', () => {
    const { spf } = found(google, { 'example.com': ['v=spf1 mx ~all', 'v=spf1 a ~all'] })
    expect(spf).toMatchObject({ state: 'wrong', value: 'v=spf1 include:_spf.google.com mx ~all' })
  })

  it('must permit the provider to send, directly or indirectly', () => {
    const texts = { 'example.com': ['v=spf1 include:_spf.mailer.example -all'] }
    expect(
      found(google, { ...texts, '_spf.mailer.example': ['v=spf1 ip4:192.0.2.0/24 -all'] }).spf,
    ).toMatchObject({
      state: 'wrong',
      value: 'v=spf1 include:_spf.google.com include:_spf.mailer.example -all',
    })
    const around = { '_spf.mailer.example': ['v=spf1 redirect=_spf.google.com'] }
    expect(found(google, { ...texts, ...around }).spf.state).toBe('found')
    const circle = { '_spf.mailer.example': ['v=spf1 include:_spf.mailer.example -all'] }
    expect(found(google, { ...texts, ...circle }).spf.state).toBe('wrong')
  })

  it('are not reported as wrong if DNS does not answer', () => {
    const texts = { 'example.com': ['v=spf1 include:_spf.mailer.example -all'], '_spf.mailer.example': null }
    expect(found(google, texts).spf.state).toBe('found')
    expect(found(google, { 'example.com': null }).spf.state).toBe('unknown')
  })

  it('are reported as wrong if they permit nobody to send', () => {
    expect(found(smtp, { 'example.com': ['v=spf1 -all'] }).spf.state).toBe('wrong')
  })

  it.each([
    [google, 'google._domainkey.example.com', 'TXT'],
    [microsoft, 'selector1._domainkey.example.com', 'CNAME'],
    [smtp, 'mx._domainkey.example.com', 'TXT'],
  ] as const)('are searched at the key of the kind of sender: %j', (owner, name, type) => {
    expect(found(owner, {}).dkim).toMatchObject({ state: 'missing', name, type, value: expect.any(String) })
    expect(found(owner, { [name]: key }).dkim.state).toBe('found')
    expect(found(owner, { [name]: ['v=DKIM1; p='] }).dkim.state).toBe('wrong')
    expect(found(owner, { [name]: null }).dkim.state).toBe('unknown')
  })

  it('may have only the second selector of Microsoft', () => {
    expect(found(microsoft, { 'selector2._domainkey.example.com': key }).dkim.state).toBe('found')
  })

  it('are not required if the selector is unknown', () => {
    const { dkim } = found({ ...smtp, dkimSelector: null }, {})
    expect(dkim).toMatchObject({ state: 'unknown', says: expect.stringContaining('selector') })
  })

  it('include the DMARC record of the parent domain', () => {
    const below = { ...smtp, domain: 'news.example.com' }
    expect(found(below, { '_dmarc.example.com': dmarc }).dmarc).toMatchObject({
      state: 'found',
      name: '_dmarc.example.com',
    })
    expect(found(below, {}).dmarc).toMatchObject({
      state: 'missing',
      name: '_dmarc.news.example.com',
      value: 'v=DMARC1; p=none',
    })
    expect(found(smtp, { '_dmarc.example.com': [...dmarc, ...dmarc] }).dmarc.state).toBe('wrong')
    expect(found(smtp, { '_dmarc.example.com': null }).dmarc.state).toBe('unknown')
  })

  it('are not checked for the provider’s own domain', () => {
    const own = { ...google, domain: 'gmail.com' }
    expect(namesToLookUp(own)).toEqual([])
    expect(blockingFindings({ findings: findingsOf(own, new Map()) })).toEqual([])
    expect(namesToLookUp({ ...microsoft, domain: 'gmail.com' })).not.toEqual([])
  })
})
