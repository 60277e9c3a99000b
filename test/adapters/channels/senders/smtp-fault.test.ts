import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { AllowedPrivateHosts } from '../../../../src/adapters/channels/allowed-private-hosts.ts'
import { smtpFaultOf } from '../../../../src/adapters/channels/senders/smtp-fault.ts'
import { ScriptedSmtpServer } from '../../../support/servers/scripted-smtp.ts'

const fixture = (name: string) => new URL(`../../../fixtures/tls/${name}`, import.meta.url)
const source = (path: string) => JSON.stringify(new URL(`../../../../src/${path}`, import.meta.url).href)

/**
 * Checks an SMTP server in the test and returns the result. The check runs in a separate process, because
 * Node.js reads trusted certificates only when a process starts.
 */
async function said(server: object, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const { NODE_OPTIONS: _, ...own } = process.env
  const script = `
    const { AllowedPrivateHosts } = await import(${source('adapters/channels/allowed-private-hosts.ts')})
    const { smtpFaultOf } = await import(${source('adapters/channels/senders/smtp-fault.ts')})
    const allowed = new AllowedPrivateHosts(['127.0.0.1', 'localhost'])
    console.log(await smtpFaultOf(${JSON.stringify(server)}, 'hush', allowed))`
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...own, ...environment },
  })
  return stdout.trim()
}

describe.each([
  ['starttls', false],
  ['tls', true],
] as const)(
  'the check of an SMTP account through %s, with a certificate of a private authority',
  (tls, secure) => {
    let server: SMTPServer
    let port: number
    const encrypted: boolean[] = []

    beforeAll(async () => {
      server = new SMTPServer({
        secure,
        key: readFileSync(fixture('key.pem')),
        cert: readFileSync(fixture('certificate.pem')),
        closeTimeout: 50,
        onAuth: ({ username }, session, done) => {
          encrypted.push(session.secure)
          done(null, { user: username })
        },
      })
      server.on('error', () => {})
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      port = (server.server.address() as AddressInfo).port
    })
    afterAll(() => new Promise<void>((done) => server.close(done)))
    beforeEach(() => {
      encrypted.length = 0
    })

    it('refuses it with a message, before the password is sent', async () => {
      const serverResponse = await said({ host: '127.0.0.1', port, tls, user: 'grace' })
      expect(serverResponse).toMatch(/certificate/)
      expect(encrypted).toEqual([])
    })

    it.each(['127.0.0.1', 'localhost'])('signs in at %s if the authority is configured', async (host) => {
      const environment = { NODE_EXTRA_CA_CERTS: fileURLToPath(fixture('authority.pem')) }
      expect(await said({ host, port, tls, user: 'grace' }, environment)).toBe('null')
      expect(encrypted.at(-1)).toBe(true)
    })
  },
)

describe('the check of an SMTP account', () => {
  it('ends after the longest time at a server that never ends its reply', async () => {
    const endless = new ScriptedSmtpServer()
    endless.endless = 'EHLO'
    const port = Number(new URL(await endless.listen()).port)
    const server = { host: '127.0.0.1', port, tls: 'none', user: 'grace' } as const
    const allowed = new AllowedPrivateHosts(['127.0.0.1'])
    expect(await smtpFaultOf(server, 'hush', allowed, 300)).toBe('the server took too long')
    endless.close()
  })
})
