import { expect, it } from '@jest/globals'
import { connectionFault } from '../../../src/domain/sender/connection-fault.ts'

const imap = { protocol: 'IMAP', host: 'imap.example.com', port: 143, tls: 'tls' } as const
const smtp = { protocol: 'SMTP', host: 'smtp.example.com', port: 587, tls: 'starttls' } as const
const wrongVersion =
  '80EBBC1EE47F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/ssl/record/ssl3_record.c:354:'

it.each([
  [wrongVersion, imap, 'This port does not speak TLS. Usual port: 993'],
  [wrongVersion, { ...imap, port: 993 }, 'This port does not speak TLS'],
  [wrongVersion, { ...smtp, tls: 'tls' }, 'This port does not speak TLS. Usual port: 465'],
  [
    'Greeting never received',
    { ...smtp, port: 465 },
    'The server sends no greeting at port 465. With the encryption TLS, the usual port is 465',
  ],
  ['connect ECONNREFUSED 192.0.2.1:587', smtp, 'The server accepts no connections at port 587'],
  ['getaddrinfo ENOTFOUND smtp.example.com', smtp, 'The host "smtp.example.com" cannot be found'],
  ['CERT_HAS_EXPIRED certificate has expired', imap, 'The certificate of the server has expired'],
  [
    'error:0A000410:SSL routines::sslv3 alert handshake failure',
    imap,
    'The server and Spindle could not agree on an encryption',
  ],
  [
    'connect ETIMEDOUT 192.0.2.1:25',
    { ...smtp, port: 25 },
    'The server does not answer at port 25. Usual port: 587',
  ],
  ['535 5.7.8 Username and Password not accepted', smtp, null],
] as const)('says in words that a connection failed with %s', (fault, server, words) => {
  expect(connectionFault(fault, server)).toBe(words)
})
