import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { LinkPurpose } from '../../domain/account/account-link.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6

/** An API key, the token in a table's webhook URL, and those in links: of a reset, the demo, an invitation, an address, of events, a consent. */
export type SecretKind = 'svc' | 'tbl' | 'rst' | 'dmo' | 'inv' | 'cfm' | 'evt' | 'cst'

/** The form of the token in a link of each purpose. */
export const kindOfPurpose: Readonly<Record<LinkPurpose, SecretKind>> = {
  demo: 'dmo',
  invitation: 'inv',
  confirmation: 'cfm',
}

/** Prefix, 178 random bits, and a checksum so that a typo is refused without a look-up. */
export function newSecret(kind: SecretKind): string {
  let random = ''
  for (let index = 0; index < randomLength; index++) random += alphabet[randomInt(alphabet.length)]
  return `${kind}_${random}${checksumOf(random)}`
}

const forms: Readonly<Record<SecretKind, RegExp>> = {
  svc: /^svc_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/,
  tbl: /^tbl_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/,
  rst: /^rst_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/,
  dmo: /^dmo_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/,
  inv: /^inv_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/,
  evt: /^evt_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/,
  cfm: /^cfm_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/,
  cst: /^cst_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/,
}

/** The digest under which a secret is kept, or null for what cannot be one. */
export function digestOf(kind: SecretKind, secret: string): string | null {
  const [, random, checksum] = forms[kind].exec(secret) ?? []
  if (random === undefined || checksumOf(random) !== checksum) return null
  return digest(secret)
}

/** 178 random bits need no slow hash: 1.7 µs against 26 ms. */
export function digest(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

function checksumOf(random: string): string {
  let rest = crc32(random)
  let checksum = ''
  for (let index = 0; index < checksumLength; index++) {
    checksum = alphabet[rest % alphabet.length] + checksum
    rest = Math.floor(rest / alphabet.length)
  }
  return checksum
}
