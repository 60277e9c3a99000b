import { createSign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type SnsMessage, signedText } from '../../../src/domain/sender/inbound/sns-message.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/sns/${name}`, import.meta.url), 'utf8')

export const certificateUrl =
  'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'
/** The certificate that signs messages of Amazon SNS in tests. It is trusted by the tests alone. */
export const certificate = fixture('certificate.pem')

/** Returns a message for tests as Amazon SNS posts it, signed by the key of the tests. */
export function snsMessage(changes: Partial<SnsMessage> = {}): SnsMessage {
  const message: SnsMessage = {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: 'arn:aws:sns:eu-central-1:123456789012:bounces',
    Message: '{}',
    Timestamp: '2026-11-20T09:00:00.000Z',
    SignatureVersion: '2',
    SigningCertURL: certificateUrl,
    Signature: '',
    ...changes,
  }
  const algorithm = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1'
  const Signature = createSign(algorithm).update(signedText(message)).sign(fixture('key.pem'), 'base64')
  return {
    ...message,
    Signature,
    ...(changes.Signature === undefined ? {} : { Signature: changes.Signature }),
  }
}

/** Returns the notification of Amazon SES for a bounced message, for tests. */
export function sesBounce(email: string, messageId: string | null, type = 'Permanent'): string {
  return JSON.stringify({
    notificationType: 'Bounce',
    bounce: {
      bounceType: type,
      bounceSubType: 'General',
      timestamp: '2026-11-20T09:00:00.000Z',
      feedbackId: '0100-feedback',
      bouncedRecipients: [
        { emailAddress: email, status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
      ],
    },
    mail: {
      messageId: '0100-ses',
      headers: messageId === null ? [] : [{ name: 'Message-ID', value: messageId }],
    },
  })
}
