import { describe, expect, it } from '@jest/globals'
import { HttpClient } from '../../../src/adapters/channels/http-client.ts'
import { fetchingFrom, SignedSns } from '../../../src/adapters/channels/signed-sns.ts'
import { startReceiver } from '../../support/servers/http-receiver.ts'
import { certificate, certificateUrl, snsMessage } from '../../support/servers/sns.ts'

describe('SignedSns', () => {
  const fetched: string[] = []
  const fetchCertificate = async (url: string) => {
    fetched.push(url)
    return certificate
  }
  const sns = new SignedSns(fetchCertificate)

  it.each(['1', '2'] as const)('accepts the signature of Amazon, version %s', async (SignatureVersion) => {
    expect(await sns.isSigned(snsMessage({ SignatureVersion, Subject: 'Bounce' }))).toBe(true)
    const confirmation = {
      Type: 'SubscriptionConfirmation',
      Token: 'token',
      SubscribeURL: 'https://x',
    } as const
    expect(await sns.isSigned(snsMessage({ SignatureVersion, ...confirmation }))).toBe(true)
  })

  it('fetches a certificate once', () => {
    expect(fetched).toEqual([certificateUrl])
  })

  it('does not accept a message that was changed after it was signed', async () => {
    const message = snsMessage()
    expect(await sns.isSigned({ ...message, Message: '{"notificationType":"Bounce"}' })).toBe(false)
    expect(await sns.isSigned({ ...message, TopicArn: 'arn:aws:sns:eu-central-1:1:other' })).toBe(false)
    expect(await sns.isSigned({ ...message, Signature: 'AAAA' })).toBe(false)
    expect(await sns.isSigned({ ...message, SignatureVersion: '1' })).toBe(false)
  })

  it.each([
    'http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-central-1.amazonaws.com.evil.example/SimpleNotificationService-1.pem',
    'https://evil.example/sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://s3.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-central-1.amazonaws.com@evil.example/SimpleNotificationService-1.pem',
    'https://user:word@sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-central-1.amazonaws.com:8443/SimpleNotificationService-1.pem',
    'https://sns.eu-central-1.amazonaws.com/other/SimpleNotificationService-1.pem',
    'https://169.254.169.254/SimpleNotificationService-1.pem',
    'not a url',
  ])('fetches certificates from SNS only (%s)', async (SigningCertURL) => {
    const before = fetched.length
    expect(await sns.isSigned(snsMessage({ SigningCertURL }))).toBe(false)
    expect(fetched).toHaveLength(before)
  })

  describe('if SNS cannot be reached', () => {
    const away = new SignedSns(() => Promise.reject(new Error('getaddrinfo ENOTFOUND')))

    it('reports this with 503, and tries again the next time', async () => {
      for (let turn = 0; turn < 2; turn += 1)
        await expect(away.isSigned(snsMessage())).rejects.toMatchObject({ code: 'OVERLOADED' })
      const url = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t'
      await expect(away.confirm(url)).rejects.toMatchObject({ code: 'OVERLOADED' })
    })

    it.each([null, 'no certificate'])('accepts nothing without a certificate (%s)', async (answer) => {
      expect(await new SignedSns(async () => answer).isSigned(snsMessage())).toBe(false)
    })
  })

  it('fetches a certificate again that Amazon once refused', async () => {
    const answers = [null, 'no certificate', certificate]
    const refused = new SignedSns(async () => answers.shift() ?? null)
    expect(await refused.isSigned(snsMessage())).toBe(false)
    expect(await refused.isSigned(snsMessage())).toBe(false)
    expect(await refused.isSigned(snsMessage())).toBe(true)
    expect(await refused.isSigned(snsMessage())).toBe(true)
    expect(answers).toEqual([])
  })

  it.each([
    [400, true],
    [404, true],
    [403, false],
    [407, false],
    [408, false],
    [429, false],
    [503, false],
  ])('with the answer %d counts as refused by Amazon: %s', async (status, isRefused) => {
    const receiver = await startReceiver()
    receiver.answer = () => ({ status, text: 'no' })
    const fetching = fetchingFrom(new HttpClient())(receiver.url)
    await (isRefused
      ? expect(fetching).resolves.toBeNull()
      : expect(fetching).rejects.toThrow(String(status)))
    await receiver.close()
  })

  it('confirms subscriptions at SNS only', async () => {
    await expect(sns.confirm('https://evil.example/?Action=ConfirmSubscription')).rejects.toThrow()
    const url = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t'
    await sns.confirm(url)
    expect(fetched).toContain(url)
  })
})
