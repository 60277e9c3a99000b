import { Webhook } from 'standardwebhooks'

/**
 * Returns the headers of a webhook that is signed as Standard Webhooks describes. After a rotation the body is
 * signed with both secrets, because the receiver may have either.
 */
export function signedHeaders(id: string, body: string, secrets: readonly string[]): Record<string, string> {
  const at = new Date()
  return {
    'content-type': 'application/json',
    'user-agent': 'Spindle',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
