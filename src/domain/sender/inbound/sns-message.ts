/** A message that Amazon SNS posts to a webhook. */
export interface SnsMessage {
  readonly Type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation'
  readonly Message: string
  readonly MessageId: string
  readonly Timestamp: string
  readonly TopicArn: string
  readonly SignatureVersion: '1' | '2'
  readonly Signature: string
  readonly SigningCertURL: string
  readonly Subject?: string
  readonly SubscribeURL?: string
  readonly Token?: string
}

const signedOf = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/**
 * Returns the text that Amazon signs for an SNS message: each field's name and value on lines of their own.
 */
export function signedText(message: SnsMessage): string {
  return signedOf[message.Type]
    .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
    .join('')
}

/**
 * Returns whether a URL in an SNS message belongs to Amazon SNS. Any person can post a message that names
 * another URL.
 */
export function isOfSns(url: string): boolean {
  const parsed = URL.parse(url)
  return (
    parsed !== null &&
    parsed.protocol === 'https:' &&
    parsed.port === '' &&
    parsed.username === '' &&
    parsed.password === '' &&
    /^sns\.[a-z\d-]{4,40}\.amazonaws\.com(?:\.cn)?$/.test(parsed.hostname)
  )
}

export function isCertificateOfSns(url: string): boolean {
  return isOfSns(url) && /^\/SimpleNotificationService-[\w-]{1,100}\.pem$/.test(new URL(url).pathname)
}
